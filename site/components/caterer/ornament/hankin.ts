import {
  add,
  distance,
  middle,
  normal,
  type Point,
  type Polygon,
  reach,
  scale,
  subtract,
  turned,
  unit,
} from './geometry.ts';

/**
 * One strand of the weave inside one polygon: from the middle of an edge to a bend to the middle of another.
 * It leaves over the strand that it crosses at `from` and arrives under the one at `to`. Since a strand that
 * leans forwards on one side of an edge leans forwards on the other side too, over and under alternate through
 * any tiling without further bookkeeping.
 */
export interface Strand {
  readonly from: Point;
  readonly bend: Point;
  readonly to: Point;
  /** Direction of the strand that passes over at `to`, of length 1. */
  readonly overTo: Point;
}

interface Ray {
  readonly from: Point;
  readonly along: Point;
}

/**
 * Hankin's polygons in contact: from the middle of every edge two rays leave at `degrees` from the edge, and
 * each ends where it meets its partner.
 * Partners are chosen by the shortest way first, which also serves polygons that are not convex.
 * @see C. S. Kaplan, “Islamic Star Patterns from Polygons in Contact”, Graphics Interface 2005, section 3
 */
export function strandsOf(polygon: Polygon, degrees: number): Strand[] {
  const edges = polygon.map((a, i) => ({ a, b: polygon[(i + 1) % polygon.length] ?? a }));
  const forwards: Ray[] = edges.map(({ a, b }) => ({
    from: middle(a, b),
    along: turned(unit(subtract(b, a)), degrees),
  }));
  const backwards: Ray[] = edges.map(({ a, b }) => ({
    from: middle(a, b),
    along: turned(unit(subtract(a, b)), -degrees),
  }));

  const meetings = forwards.flatMap((out, i) =>
    backwards.flatMap((back, j) => {
      const bend = i === j ? undefined : meetingOf(out, back);
      if (!bend) return [];
      return [{ i, j, bend, length: distance(out.from, bend) + distance(back.from, bend) }];
    }),
  );
  meetings.sort((a, b) => a.length - b.length || a.i - b.i);

  const outTaken = new Set<number>();
  const backTaken = new Set<number>();
  const strands: Strand[] = [];
  for (const { i, j, bend } of meetings) {
    const [out, back, over] = [forwards[i], backwards[j], forwards[j]];
    if (outTaken.has(i) || backTaken.has(j) || !out || !back || !over) continue;
    outTaken.add(i);
    backTaken.add(j);
    strands.push({ from: out.from, bend, to: back.from, overTo: over.along });
  }
  return strands;
}

/** Where two rays meet, ahead of both; half way when they run into each other head on. */
function meetingOf(a: Ray, b: Ray): Point | undefined {
  const along = reach(a.from, a.along, b.from, b.along);
  if (along === undefined) {
    const between = subtract(b.from, a.from);
    const ahead =
      distance(unit(between), a.along) < 1e-6 && distance(unit(between), scale(b.along, -1)) < 1e-6;
    return ahead ? middle(a.from, b.from) : undefined;
  }
  const back = reach(b.from, b.along, a.from, a.along);
  return along > 1e-6 && back !== undefined && back > 1e-6 ? add(a.from, scale(a.along, along)) : undefined;
}

/**
 * The two outlines of a strand drawn as a band of `width`. Where it passes under another band of that width
 * they end at that band's edge.
 */
export function bandOf({ from, bend, to, overTo }: Strand, width: number): [Point[], Point[]] {
  const first = unit(subtract(bend, from));
  const second = unit(subtract(to, bend));
  const outline = (offset: number): Point[] => {
    const start = add(from, scale(normal(first), offset));
    const end = add(to, scale(normal(second), offset));
    const corner = reach(start, first, end, second);
    const turn =
      corner === undefined ? add(bend, scale(normal(first), offset)) : add(start, scale(first, corner));
    // The near edge of the band above: the one on the side of the bend.
    const side = Math.sign((bend[0] - to[0]) * normal(overTo)[0] + (bend[1] - to[1]) * normal(overTo)[1]);
    const edge = add(to, scale(normal(overTo), (side * width) / 2));
    const stop = reach(turn, second, edge, overTo) ?? distance(turn, end);
    return [start, turn, add(turn, scale(second, stop))];
  };
  return [outline(width / 2), outline(-width / 2)];
}
