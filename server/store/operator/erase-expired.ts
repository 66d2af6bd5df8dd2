import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { IN_STATE } from '../leads/lead-state.ts';

/** So few that no lead waits for it. */
const BATCH = 500;

export interface Expired {
  readonly leads: number;
  /** Bookings that had no lead. */
  readonly bookings: number;
  /** Records at the provider that somebody has to delete there. */
  readonly remoteIds: readonly string[];
}

/**
 * Removes leads whose last exchange was before an instant, with all that hangs on them, and bookings without a lead that
 * were over by then; a batch of each. What is still to be
 * sent stays: a clock that is wrong can cost nobody a lead that nobody has seen.
 * @param beforeMs milliseconds since the epoch
 * @returns what was removed; nothing: no more is left
 */
export async function eraseExpired(db: Database, beforeMs: number): Promise<Expired> {
  const rows = await db
    .selectFrom('leads')
    .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
    .select(['leads.id', 'outbox.remote_id'])
    .where('leads.created_at', '<', beforeMs)
    .where(sql<boolean>`(${IN_STATE.delivered} or ${IN_STATE.held})`)
    .where(
      sql<boolean>`not exists (select 1 from lead_events where lead_id = leads.id and at >= ${beforeMs})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from bookings where lead_id = leads.id and (end_at >= ${beforeMs} or changed_at >= ${beforeMs}))`,
    )
    .orderBy('leads.created_at')
    .orderBy('leads.id')
    .limit(BATCH)
    .execute();
  const remoteIds = rows.flatMap(({ remote_id }) => (remote_id === null ? [] : [remote_id]));
  const bookings = await eraseBookings(db, beforeMs);
  if (rows.length === 0) return { leads: 0, bookings, remoteIds };
  const remove = db.deleteFrom('leads').where(
    'id',
    'in',
    rows.map(({ id }) => id),
  );
  const keep = db
    .insertInto('erased_records')
    .values(remoteIds.map((remote_id) => ({ remote_id })))
    .onConflict((conflict) => conflict.column('remote_id').doNothing());
  await db.atomically([...(remoteIds.length > 0 ? [keep.compile()] : []), remove.compile()]);
  return { leads: rows.length, bookings, remoteIds };
}

async function eraseBookings(db: Database, beforeMs: number): Promise<number> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('lead_id', 'is', null)
    .where('start_at', '<', beforeMs)
    .where('end_at', '<', beforeMs)
    .where('changed_at', '<', beforeMs)
    .limit(BATCH)
    .execute();
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  await db.atomically([db.deleteFrom('bookings').where('id', 'in', ids).compile()]);
  return rows.length;
}
