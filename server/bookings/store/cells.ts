import { CELL_MINUTES } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';

export const CELL_MS = CELL_MINUTES * 60_000;

/** The cells of five minutes that a time touches, numbered since the epoch. */
export function cellsOf(start: Instant, end: Instant): number[] {
  const first = Math.floor(start / CELL_MS);
  return Array.from({ length: Math.ceil(end / CELL_MS) - first }, (_, index) => first + index);
}
