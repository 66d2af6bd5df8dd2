import type { Rejected, Rejection, Transient } from '../destinations/destination.ts';
import { LANDING_MS, retryDelay, slowDelay } from '../worker/backoff.ts';
import type { ClaimedRow } from './claim.ts';
import type { NextAttempt } from './fail.ts';

export interface Circumstances {
  /** In [0, 1). */
  readonly random: number;
  /** Indexes of the destination's strategies, in their order. */
  readonly strategies: readonly number[];
  /** No attempt before so many milliseconds have passed. */
  readonly pausedForMs: number;
}

/** Why a creation failed, or the search before it. */
export type FailedAttempt = (Rejected | Transient) & { readonly searching?: true };

/**
 * What to do with a lead that was not delivered. A rejection moves on to the next strategy at once; a rejection by
 * the last one begins again at the first, slowly; a transient failure waits and keeps its strategy.
 * The row is as it was claimed, before this attempt was recorded.
 */
export function afterFailure(
  row: ClaimedRow,
  outcome: FailedAttempt,
  circumstances: Circumstances,
): NextAttempt {
  const { random, strategies, pausedForMs } = circumstances;
  if (outcome.kind === 'transient') {
    const landing = outcome.unknown ? LANDING_MS : 0;
    return {
      retryInMs: Math.max(retryDelay(row.attempts + 1, random), pausedForMs, landing),
      strategy: row.strategy,
      unknown_outcome: outcome.unknown ? 1 : row.unknown_outcome,
      rejections: row.rejections,
      refused: false,
      last_error: outcome.message,
    };
  }
  const next = strategies.find((index) => index > row.strategy);
  return {
    retryInMs: next === undefined ? slowDelay(row.refused_for ?? 0, random) : 0,
    strategy: next ?? strategies[0] ?? 0,
    // A search that was refused tells nothing about earlier attempts. A creation that was refused made no record, and
    // no earlier attempt did either: before it creates, an attempt searches for what earlier ones may have made.
    unknown_outcome: outcome.searching ? row.unknown_outcome : 0,
    rejections: withRejection(row.rejections, { strategy: row.strategy, ...outcome.rejection }),
    refused: next === undefined,
    last_error: outcome.rejection.message,
  };
}

/** The newest reason of each strategy: a lead refused for months does not fill the disk. */
function withRejection(stored: string | null, rejection: Rejection & { strategy: number }): string {
  const earlier = JSON.parse(stored ?? '[]') as { strategy: number }[];
  const others = earlier.filter(({ strategy }) => strategy !== rejection.strategy);
  return JSON.stringify([...others, rejection].sort((a, b) => a.strategy - b.strategy));
}
