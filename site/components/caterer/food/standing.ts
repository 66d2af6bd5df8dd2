import type { Point } from '../ornament/geometry.ts';

/** Things on a table seen from the side. Each stands on the point (x, y), `size` being its scale. */
export interface Standing {
  readonly x: number;
  readonly y: number;
  readonly size?: number;
}

/** The `transform` that stands a thing drawn about the origin. */
export const place = ({ x, y, size = 1 }: Standing) => `translate(${x} ${y}) scale(${size})`;

/** `count` points `step` apart at height `y`, their middle at x = 0. */
export const row = (count: number, step: number, y: number): Point[] =>
  Array.from({ length: count }, (_, i) => [(i - (count - 1) / 2) * step, y]);
