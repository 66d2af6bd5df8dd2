import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { OutboxRow } from '../store/schema.ts';

/** What the row says of the next attempt, and why there has to be one. */
export interface NextAttempt extends Pick<OutboxRow, 'unknown_outcome' | 'rejections' | 'last_error'> {
  /** Until then it is left alone. */
  readonly retryInMs: number;
  /** Whether every strategy has now been refused; since when is written once and stays. */
  readonly refused: boolean;
}

/**
 * Writes why a lead was not delivered and when to try again, and gives the lease back, if the lead is still leased by
 * the owner.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns whether it was leased by the owner; if not, nothing was written
 */
export async function fail(
  db: Database,
  owner: string,
  leadId: string,
  { retryInMs, refused, ...columns }: NextAttempt,
  now: number,
): Promise<boolean> {
  const instant = db.engine.instant(now);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      ...columns,
      due_at: sql<number>`${instant} + ${retryInMs}`,
      ...(refused && { refused_at: sql<number>`coalesce(refused_at, ${instant})` }),
      lease_owner: null,
      lease_until: null,
    })
    .where('lead_id', '=', leadId)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
