import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { OutboxRow } from '../store/schema.ts';

/** What stands in the row until the next attempt. */
export interface Failure
  extends Pick<OutboxRow, 'strategy' | 'unknown_outcome' | 'rejections' | 'last_error'> {
  /** Until then it is left alone. */
  readonly retryInMs: number;
  /** Whether every strategy has now been refused; since when is written once and stays. */
  readonly refused: boolean;
}

/**
 * Writes why a lead was not delivered and when to try again, and gives the lease back, if it is still the owner's.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns whether it was the owner's
 */
export async function fail(
  db: Database,
  owner: string,
  leadId: string,
  { retryInMs, refused, ...failure }: Failure,
  now: number,
): Promise<boolean> {
  const instant = db.engine.instant(now);
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      ...failure,
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
