import { distance, type Point, type Polygon, scale, subtract } from './geometry.ts';
import { strandsOf } from './hankin.ts';

/** The pieces that a mason would cut for a pattern: one star inside each polygon, one petal about each corner. */
export interface Zellige {
  readonly stars: readonly Polygon[];
  readonly petals: readonly Polygon[];
}

interface Corner {
  readonly at: Point;
  readonly pieces: (readonly Point[])[];
}

/** Cuts the pieces of the pattern that `strandsOf` draws on convex `polygons`; petals on the rim are left out. */
export function zelligeOf(polygons: readonly Polygon[], degrees: number): Zellige {
  const corners = new Map<string, Corner>();
  const stars = polygons.map((polygon) => {
    const strands = strandsOf(polygon, degrees);
    for (const [i, at] of polygon.entries()) {
      const before = (i + polygon.length - 1) % polygon.length;
      const strand = strands.find(({ from }) => isMiddle(from, polygon[before], at));
      if (!strand) continue;
      const corner = corners.get(keyOf(at)) ?? { at, pieces: [] };
      corner.pieces.push([strand.from, strand.bend, strand.to]);
      corners.set(keyOf(at), corner);
    }
    return around(
      polygon.reduce(
        (sum, corner) => [sum[0] + corner[0] / polygon.length, sum[1] + corner[1] / polygon.length],
        [0, 0],
      ),
      strands.flatMap(({ from, bend }) => [from, bend]),
    );
  });
  const petals = [...corners.values()].flatMap(({ at, pieces }) => {
    const ends = pieces.flatMap(([from, , to]) => (from && to ? [keyOf(from), keyOf(to)] : []));
    const closed = ends.every((end) => ends.filter((other) => other === end).length === 2);
    return closed
      ? [
          around(
            at,
            pieces.flatMap(([from, bend]) => (from && bend ? [from, bend] : [])),
          ),
        ]
      : [];
  });
  return { stars, petals };
}

/** `points` in the order in which they stand about `centre`. */
function around(centre: Point, points: Point[]): Polygon {
  const angle = (point: Point) => Math.atan2(...(subtract(point, centre).toReversed() as [number, number]));
  return points.toSorted((a, b) => angle(a) - angle(b));
}

function isMiddle(point: Point, a: Point | undefined, b: Point): boolean {
  return a !== undefined && distance(point, scale([a[0] + b[0], a[1] + b[1]], 0.5)) < 1e-6;
}

function keyOf([x, y]: Point): string {
  return `${Math.round(x * 100)} ${Math.round(y * 100)}`;
}
