import { centreOf, distance, middle, type Point, type Polygon, subtract } from './geometry.ts';
import { type Strand, strandsOf } from './hankin.ts';

/** The pieces that a mason would cut for a pattern: one star inside each polygon, one petal about each corner. */
export interface Zellige {
  readonly stars: readonly Polygon[];
  readonly petals: readonly Polygon[];
}

interface Corner {
  readonly at: Point;
  readonly strands: Strand[];
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
      const corner = corners.get(keyOf(at)) ?? { at, strands: [] };
      corner.strands.push(strand);
      corners.set(keyOf(at), corner);
    }
    return around(centreOf(polygon), strands);
  });
  const petals = [...corners.values()].flatMap(({ at, strands }) => {
    const ends = strands.flatMap(({ from, to }) => [keyOf(from), keyOf(to)]);
    const closed = ends.every((end) => ends.filter((other) => other === end).length === 2);
    return closed ? [around(at, strands)] : [];
  });
  return { stars, petals };
}

/** The piece that `strands` enclose: where they start and bend, in the order in which these points stand about `centre`. */
function around(centre: Point, strands: readonly Strand[]): Polygon {
  const points = strands.flatMap(({ from, bend }) => [from, bend]);
  const angle = (point: Point) => {
    const [x, y] = subtract(point, centre);
    // A point straight to the left always comes first: rounding would put it at either end.
    return Math.atan2(y - 1e-6, x);
  };
  return points.toSorted((a, b) => angle(a) - angle(b));
}

function isMiddle(point: Point, a: Point | undefined, b: Point): boolean {
  return a !== undefined && distance(point, middle(a, b)) < 1e-6;
}

function keyOf([x, y]: Point): string {
  return `${Math.round(x * 100)} ${Math.round(y * 100)}`;
}
