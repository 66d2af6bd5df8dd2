import { type Polygon, svgPath } from './geometry.ts';
import { bandOf, strandsOf } from './hankin.ts';
import { decagons, octagons, type Tiling } from './tilings.ts';
import { zelligeOf } from './zellige.ts';

/** Interlaced bands of `width` on `polygons`, drawn with rays at `degrees`, as the `d` of one SVG path. */
export function strapwork(polygons: readonly Polygon[], degrees: number, width: number): string {
  return polygons
    .flatMap((polygon) => strandsOf(polygon, degrees))
    .flatMap((strand) => bandOf(strand, width))
    .map((outline) => svgPath(outline))
    .join('');
}

/** A weave that repeats: its bands, the large stars between them, and the rectangle to repeat it by. */
export interface Weave {
  readonly d: string;
  readonly stars: string;
  readonly width: number;
  readonly height: number;
}

/** Eight-fold: {8/3} stars in octagons, four-pointed ones between; contact angle 67.5°. */
export function eightfold(edge: number, width: number): Weave {
  return weave(octagons(1, 1, edge), 67.5, width);
}

/** Ten-fold: {10/3} stars in decagons, kites in the bow ties between; contact angle 54°, as in girih tiles. */
export function tenfold(edge: number, width: number): Weave {
  return weave(decagons(edge), 54, width);
}

function weave({ polygons, width, height }: Tiling, degrees: number, band: number): Weave {
  const inside = polygons.filter((polygon) => {
    const xs = polygon.map(([x]) => x);
    const ys = polygon.map(([, y]) => y);
    return (
      Math.max(...xs) > 0.1 &&
      Math.min(...xs) < width - 0.1 &&
      Math.max(...ys) > 0.1 &&
      Math.min(...ys) < height - 0.1
    );
  });
  const stars = zelligeOf(
    inside.filter((polygon) => polygon.length >= 8),
    degrees,
  ).stars.map((star) => svgPath(star, true));
  return { d: strapwork(inside, degrees, band), stars: stars.join(''), width, height };
}
