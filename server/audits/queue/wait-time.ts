import type { QueueState } from '../../store/audits/audit-queue.ts';

/** Until audits have been measured: what one takes on a small machine. In milliseconds. */
const ASSUMED_MS = 20_000;

/**
 * How long so many audits take, by how long the last ones took.
 * @param runners servers that work on them side by side
 * @returns milliseconds
 */
export function timeFor(audits: number, { meanMs }: Pick<QueueState, 'meanMs'>, runners: number): number {
  return Math.ceil(audits / runners) * (meanMs ?? ASSUMED_MS);
}

/** Whole seconds, one at least, as Retry-After wants them. */
export function inSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1_000));
}
