import type { Outcome, Rejection } from '../destinations/destination.ts';
import { retryDelay, slowDelay } from './backoff.ts';
import type { ClaimedRow } from './claim.ts';
import type { Failure } from './fail.ts';

export interface Circumstances {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** In [0, 1). */
  readonly random: number;
  /** Indexes of the destination's strategies, in their order. */
  readonly strategies: readonly number[];
  /** Milliseconds since the epoch: no attempt before. */
  readonly pausedUntil: number;
}

type FailedOutcome = Exclude<Outcome, { kind: 'delivered' }>;

/**
 * What to do with a lead that was not delivered. A rejection moves on to the next strategy at once; a rejection by
 * the last one begins again at the first, slowly; a transient failure waits and keeps its strategy.
 * The row is as it was claimed, before this attempt was recorded.
 */
export function afterFailure(row: ClaimedRow, outcome: FailedOutcome, circumstances: Circumstances): Failure {
  const { now, random, strategies, pausedUntil } = circumstances;
  if (outcome.kind === 'transient') {
    return {
      due_at: Math.max(now + retryDelay(row.attempts + 1, random), pausedUntil),
      strategy: row.strategy,
      unknown_outcome: outcome.unknown ? 1 : row.unknown_outcome,
      rejections: row.rejections,
      refused_at: row.refused_at,
      last_error: outcome.message,
    };
  }
  const next = strategies.find((index) => index > row.strategy);
  const refusedAt = next === undefined ? (row.refused_at ?? now) : row.refused_at;
  return {
    due_at: next === undefined ? now + slowDelay(now - (refusedAt ?? now), random) : now,
    strategy: next ?? strategies[0] ?? 0,
    // This attempt is known to have stored nothing; one before it may still have.
    unknown_outcome: row.unknown_outcome,
    rejections: withRejection(row.rejections, { strategy: row.strategy, ...outcome.rejection }),
    refused_at: refusedAt,
    last_error: outcome.rejection.message,
  };
}

/** The newest reason of each strategy: a lead refused for months does not fill the disk. */
function withRejection(stored: string | null, rejection: Rejection & { strategy: number }): string {
  const earlier = JSON.parse(stored ?? '[]') as { strategy: number }[];
  const others = earlier.filter(({ strategy }) => strategy !== rejection.strategy);
  return JSON.stringify([...others, rejection].sort((a, b) => a.strategy - b.strategy));
}
