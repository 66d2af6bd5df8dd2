import { tenfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';

const weave = tenfold(46, 5);

/** The inlaid wood of a table, a ten-fold star in its middle, with the ring that a plate stands in. */
export function TableTop({ className }: { readonly className?: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox="-190 -190 380 380"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <defs>
        <WeavePattern id="card-table" weave={weave} stars={paint.fig} />
        <radialGradient id="card-lamp">
          <stop offset="0" stopColor={paint.saffron} stopOpacity=".5" />
          <stop offset="1" stopColor={paint.saffron} stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-400" y="-400" width="800" height="800" fill={paint.plum} />
      <rect x="-400" y="-400" width="800" height="800" fill="url(#card-table)" />
      <circle r="230" fill="url(#card-lamp)" />
    </svg>
  );
}
