import type { Rejected, Rejection, Transient } from '../destinations/destination.ts';
import { LANDING_MS, retryDelay, slowDelay } from '../queue/backoff.ts';
import type { OutboxRow } from '../store/schema.ts';
import type { ClaimedRow } from './outbox-queue.ts';
import { sentColumn, withoutLast } from './sent.ts';

/** What the row says of the next attempt, and why there has to be one. */
export interface NextAttempt
  extends Pick<OutboxRow, 'unknown_outcome' | 'rejections' | 'last_error' | 'sent'> {
  /** Until then it is left alone. */
  readonly retryInMs: number;
  /** Whether every strategy has now been refused; since when is written once and stays. */
  readonly refused: boolean;
}

export interface Circumstances {
  /** In [0, 1). */
  readonly random: number;
  /** No attempt before so many milliseconds have passed. */
  readonly pausedForMs: number;
}

/** Why a creation failed, or the search before it. */
export type FailedAttempt = (Rejected | Transient) & { readonly searching?: true };

/** What a strategy, by its index, refused. */
export type StrategyRefusal = Rejected & { readonly searching?: true; readonly strategy: number };

/** A row in a pass over the strategies; `after`: what the last one refused, missing at the first. */
export interface PassingRow {
  readonly row: ClaimedRow;
  readonly after?: StrategyRefusal;
}

/** A row that a strategy has refused, as it goes on to the next. */
export function afterRejection(row: ClaimedRow, after: StrategyRefusal): PassingRow {
  const { strategy, rejection, searching } = after;
  return {
    row: {
      ...row,
      // A search that was refused tells nothing about earlier attempts. A creation that was refused made no record, and
      // no earlier attempt did either: before it creates, an attempt searches for what earlier ones may have made.
      unknown_outcome: searching ? row.unknown_outcome : 0,
      rejections: withRejection(row.rejections, { strategy, ...rejection }),
      sent: searching ? row.sent : withoutLast(row.sent),
    },
    after,
  };
}

/**
 * What to do with a lead that was not delivered: one that every strategy refused is tried again slowly, a transient
 * failure waits. Either begins again at the first strategy.
 * @param row as it was claimed, before this attempt was recorded, and as refusals in the same pass have changed it
 */
export function afterFailure(
  row: ClaimedRow,
  outcome: Transient | StrategyRefusal,
  { random, pausedForMs }: Circumstances,
): NextAttempt {
  const { rejections } = row;
  if (outcome.kind === 'transient') {
    const landing = outcome.unknown ? LANDING_MS : 0;
    return {
      retryInMs: Math.max(retryDelay(row.attempts + 1, random), pausedForMs, landing),
      unknown_outcome: outcome.unknown ? 1 : row.unknown_outcome,
      rejections,
      sent: sentColumn(row.sent),
      refused: false,
      last_error: outcome.message,
    };
  }
  return {
    retryInMs: slowDelay(row.refused_for ?? 0, random),
    unknown_outcome: row.unknown_outcome,
    rejections,
    sent: sentColumn(row.sent),
    refused: true,
    last_error: outcome.rejection.message,
  };
}

/** The newest reason of each strategy: a lead refused for months does not fill the disk. */
function withRejection(stored: string | null, rejection: Rejection & { strategy: number }): string {
  const earlier = JSON.parse(stored ?? '[]') as { strategy: number }[];
  const others = earlier.filter(({ strategy }) => strategy !== rejection.strategy);
  return JSON.stringify([...others, rejection].sort((a, b) => a.strategy - b.strategy));
}
