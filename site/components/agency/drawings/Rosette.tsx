import { regular, svgPath } from '../../caterer/ornament/geometry.ts';
import { tenfold } from '../../caterer/ornament/strapwork.ts';
import { WeavePattern } from '../../caterer/ornament/Weave.tsx';
import { zelligeOf } from '../../caterer/ornament/zellige.ts';

const EDGE = 76;
const BAND = 10;
const MIDDLE_STAR = zelligeOf([regular(10, [0, 0], EDGE - BAND / 1.6, 36)], 54).stars;

/** The caterer's half of the disc: a ten-fold weave about its middle star; drawn about the origin, radius 480. */
export function Rosette() {
  return (
    <>
      <defs>
        <WeavePattern
          id="doorway-weave"
          weave={tenfold(EDGE, BAND)}
          stroke="currentColor"
          strokeWidth={2.25}
        />
      </defs>
      <circle r="473" fill="url(#doorway-weave)" strokeWidth="4" />
      <path d={MIDDLE_STAR.map((star) => svgPath(star)).join('')} fill="currentColor" stroke="none" />
    </>
  );
}
