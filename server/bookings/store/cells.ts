import { CELL_MINUTES } from '#domain/availability.ts';

export const CELL_MS = CELL_MINUTES * 60_000;

/** The cells of five minutes that a time touches, numbered since the epoch. Instants in milliseconds. */
export function cellsOf(start: number, end: number): number[] {
  const first = Math.floor(start / CELL_MS);
  return Array.from({ length: Math.ceil(end / CELL_MS) - first }, (_, index) => first + index);
}
