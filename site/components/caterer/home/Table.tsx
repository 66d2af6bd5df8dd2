import { Couscous, Olives, Oranges } from '../food/Plates.tsx';
import { Baklava, Bread, Tea } from '../food/Sweets.tsx';
import { stars } from '../ornament/frames.ts';
import { ring } from '../ornament/scatter.ts';
import { tenfold } from '../ornament/strapwork.ts';
import { WeavePattern } from '../ornament/Weave.tsx';
import { paint } from '../palette.ts';
import css from './Table.module.css';

const inlay = tenfold(60, 6.5);
const weave = tenfold(46, 5);

/** The evening table seen from above: the inlaid wood, and the dishes around the place left for the name. */
export function Table() {
  return (
    <div className={css.table}>
      <svg className={css.wood} aria-hidden="true">
        <defs>
          <WeavePattern id="table-weave" weave={weave} opacity={0.22} />
        </defs>
        <rect width="100%" height="100%" fill="url(#table-weave)" />
      </svg>
      <svg className={css.inlay} aria-hidden="true" viewBox="-400 -400 800 800">
        <defs>
          <WeavePattern id="table-inlay" weave={inlay} strokeWidth={1.2} stars="#3a2136" />
        </defs>
        <circle r="392" fill={paint.night} />
        <circle r="392" fill="none" stroke={paint.saffron} strokeWidth="1.6" />
        <circle r="384" fill="none" stroke={paint.saffron} strokeWidth=".8" />
        <path d={stars(ring(40, 352), 15)} fill="none" stroke={paint.saffron} strokeWidth="1" />
        <circle r="322" fill="none" stroke={paint.saffron} strokeWidth=".8" />
        <circle r="316" fill="none" stroke={paint.saffron} strokeWidth="1.6" />
        <circle r="316" fill="url(#table-inlay)" />
      </svg>
      <div className={css.light} />
      <Couscous className={`${css.dish} ${css.couscous}`} />
      <Oranges className={`${css.dish} ${css.oranges}`} />
      <Baklava className={`${css.dish} ${css.baklava}`} />
      <Olives className={`${css.dish} ${css.olives}`} />
      <Bread className={`${css.dish} ${css.bread}`} />
      <Tea className={`${css.dish} ${css.tea}`} />
    </div>
  );
}
