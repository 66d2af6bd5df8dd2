import { add, direction, numbers, type Point, scale, subtract, svgPath, turned } from './geometry.ts';

/** The angle by which a sunflower sets one seed after another, in degrees. */
const GOLDEN_ANGLE = 137.507764;

/** `count` points spread evenly over a disc about `centre`, as the seeds of a sunflower. */
export function seeds(count: number, radius: number, centre: Point = [0, 0], start = 0): Point[] {
  return Array.from({ length: count }, (_, i) =>
    add(centre, scale(direction(start + i * GOLDEN_ANGLE), radius * Math.sqrt((i + 0.5) / count))),
  );
}

/** `count` points on a circle about the origin. */
export function ring(count: number, radius: number, start = 0): Point[] {
  return Array.from({ length: count }, (_, i) => scale(direction(start + (i * 360) / count), radius));
}

/** Those of `points` that lie in one of `count` equal slices about the origin: turned on, they fill the round again. */
export function slice(points: readonly Point[], count: number): Point[] {
  return points.filter(([x, y]) => {
    const turn = Math.atan2(y, x) / (2 * Math.PI);
    return turn >= 0 && turn < 1 / count;
  });
}

/** Dots at `points`, as the `d` of a path to stroke with round caps: the stroke's width is their size. */
export function dots(points: readonly Point[]): string {
  return points.map((point) => `M${at(point)}h0`).join('');
}

/** Short strokes of `length` at `points`, each turned by the golden angle from the last: grains, leaves, sticks. */
export function dashes(points: readonly Point[], length: number): string {
  return points
    .map((point, i) => {
      const half = turned([length / 2, 0], i * GOLDEN_ANGLE);
      return svgPath([subtract(point, half), add(point, half)]);
    })
    .join('');
}

function at([x, y]: Point): string {
  return numbers([x, y].map((value) => Math.round(value * 10) / 10));
}
