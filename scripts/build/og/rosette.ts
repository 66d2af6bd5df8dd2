import { apothem, direction, regular, scale } from '#site/components/caterer/ornament/geometry.ts';
import { strapwork } from '#site/components/caterer/ornament/strapwork.ts';

/** A ten-fold star in a ring of ten pentagrams about the origin, as interlaced bands: the `d` of one path. */
export function rosette(edge: number, width: number): string {
  const reach = apothem(10, edge) + apothem(5, edge);
  const around = Array.from({ length: 10 }, (_, i) =>
    regular(5, scale(direction(i * 36), reach), edge, i * 36 + 180),
  );
  return strapwork([regular(10, [0, 0], edge), ...around], 54, width);
}
