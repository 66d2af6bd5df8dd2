import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { GIVEN_BACK, updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import type { MessageRow } from '../store/schema.ts';
import { plainText } from '../system/plain-text.ts';
import { MESSAGES } from './queue.ts';

/** The longest answer or error that is stored, in UTF-16 units: other servers decide how long theirs are. */
const MOST_WORDS = 500;

/** The outcome of one attempt, as it is written into the row. */
export type Settlement =
  | { readonly state: 'sent'; readonly receipt: string }
  | { readonly state: 'failed' | 'dropped'; readonly why: string; readonly unknown?: boolean }
  | {
      readonly state: 'waiting';
      readonly why: string;
      readonly retryInMs: number;
      readonly unknown: boolean;
    };

/**
 * Stores the outcome of an attempt and returns the lease, if the owner still holds it.
 * @param now the server's own clock
 * @param following statements for the same transaction; they run whoever holds the lease, so they must be idempotent. They
 *   come first: an erasure has the lead before its messages, and the other way round each would wait for the other.
 * @returns whether the owner still held the lease
 */
export async function settle(
  db: Database,
  owner: string,
  id: string,
  settlement: Settlement,
  now: Instant,
  following: readonly CompiledQuery[] = [],
): Promise<boolean> {
  const update = updateLeased(db, MESSAGES, owner, [id]).set({
    ...valuesOf(db, settlement, now),
    ...GIVEN_BACK,
  });
  const results = await db.atomically([...following, update.compile()]);
  return results.at(-1)?.numAffectedRows === 1n;
}

function valuesOf(db: Database, settlement: Settlement, now: Instant) {
  const instant = db.engine.instant(now);
  if (settlement.state === 'sent') {
    return {
      state: settlement.state,
      sent_at: instant,
      receipt: kept(settlement.receipt),
      unknown_outcome: 0,
      last_error: null,
    } as const;
  }
  const words = { last_error: kept(settlement.why), unknown_outcome: settlement.unknown ? 1 : 0 } as const;
  if (settlement.state !== 'waiting') return { ...words, state: settlement.state };
  return { ...words, due_at: sql<MessageRow['due_at']>`${instant} + ${Math.round(settlement.retryInMs)}` };
}

function kept(words: string): string {
  return plainText(words).slice(0, MOST_WORDS).toWellFormed();
}
