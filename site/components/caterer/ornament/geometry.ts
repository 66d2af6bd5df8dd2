/** A point, or a direction, in the units of the drawing; y grows downwards as in SVG. */
export type Point = readonly [x: number, y: number];

/** Corners in order, turning from x towards y; the last joins the first. */
export type Polygon = readonly Point[];

export const add = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1]];
export const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1]];
export const scale = (a: Point, by: number): Point => [a[0] * by, a[1] * by];
export const cross = (a: Point, b: Point): number => a[0] * b[1] - a[1] * b[0];
export const distance = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);
export const middle = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
export const unit = (a: Point): Point => scale(a, 1 / Math.hypot(...a));
/** A quarter turn, from x towards y. */
export const normal = (a: Point): Point => [-a[1], a[0]];

/** The direction at `degrees` from x towards y, of length 1. */
export function direction(degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return [Math.cos(radians), Math.sin(radians)];
}

/** `point` turned by `degrees` about the origin. */
export function turned(point: Point, degrees: number): Point {
  const [cos, sin] = direction(degrees);
  return [point[0] * cos - point[1] * sin, point[0] * sin + point[1] * cos];
}

/** How far along `d` from `p` the line through `q` along `e` is met, in lengths of `d`; undefined if parallel. */
export function reach(p: Point, d: Point, q: Point, e: Point): number | undefined {
  const spread = cross(d, e);
  return Math.abs(spread) < 1e-9 ? undefined : cross(subtract(q, p), e) / spread;
}

/** A regular polygon with edges of length `edge`, the middle of its first edge lying at `degrees` from its centre. */
export function regular(corners: number, centre: Point, edge: number, degrees = 0): Polygon {
  const radius = edge / (2 * Math.sin(Math.PI / corners));
  const step = 360 / corners;
  return Array.from({ length: corners }, (_, i) =>
    add(centre, scale(direction(degrees + (i - 0.5) * step), radius)),
  );
}

/** From the centre of a regular polygon to the middle of an edge. */
export function apothem(corners: number, edge: number): number {
  return edge / (2 * Math.tan(Math.PI / corners));
}

/** A rhombus about `centre` that stands on its point, by half of its width and half of its height. */
export function diamond([x, y]: Point, across: number, up: number): Polygon {
  return [
    [x - across, y],
    [x, y - up],
    [x + across, y],
    [x, y + up],
  ];
}

/** The mean of the corners. */
export function centreOf(polygon: Polygon): Point {
  return scale(polygon.reduce(add), 1 / polygon.length);
}

/** `polygon` drawn in by `share` of its size towards its centre: room for the grout. */
export function shrunk(polygon: Polygon, share: number): Polygon {
  const centre = centreOf(polygon);
  return polygon.map((corner) => add(centre, scale(subtract(corner, centre), 1 - share)));
}

/**
 * The `d` of an SVG path through `points`, to a tenth of a unit. It is drawn from its own first point, so that the
 * same shape in two places is the same text, which compresses to almost nothing.
 */
export function svgPath(points: readonly Point[], closed = false): string {
  const [start = [0, 0] as const] = points;
  const tenths = points.map((point) => subtract(point, start).map((value) => Math.round(value * 10)));
  const steps = tenths.slice(1).flatMap(([x = 0, y = 0], i) => {
    const [fromX = 0, fromY = 0] = tenths[i] ?? [];
    return [(x - fromX) / 10, (y - fromY) / 10];
  });
  const from = start.map((value) => Math.round(value * 10) / 10);
  return `M${numbers(from)}${steps.length > 0 ? 'l' : ''}${numbers(steps)}${closed ? 'z' : ''}`;
}

/** Numbers as a path may write them: no zero before a point, no space before a sign. */
export function numbers(values: readonly number[]): string {
  return values
    .map((value) => String(value + 0).replace(/^(-?)0\./, '$1.'))
    .join(' ')
    .replaceAll(' -', '-');
}
