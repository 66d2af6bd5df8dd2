import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';

const DAY_MS = 86_400_000;

/** For how long after a restore a browser may still send a lead again that the backup does not know. */
export const SEARCH_FOR_MS = 30 * DAY_MS;

/** Longer than a request to the provider, so that what a still running server has sent was answered by then. */
const REQUEST_MS = 15_000;

const BATCH = 500;

/**
 * Marks a database as put back from a backup. It does not know what was delivered since, so every undelivered lead is
 * searched for before it is created. So is every lead that arrives within 30 days, since it may have been delivered
 * once already. Leases of before end. Run again, it only begins the 30 days anew.
 * @param now the own clock
 * @returns how many leads are marked now
 */
export async function markRestored(db: Database, now: Instant): Promise<number> {
  const restored_at = db.engine.instant(now);
  await db
    .insertInto('restores')
    .values({ id: 1, restored_at })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ restored_at }))
    .execute();
  const endedBy = sql<number>`${restored_at} + ${REQUEST_MS}`;
  let marked = 0;
  for (let last: string | undefined = ''; last !== undefined; ) {
    const ids: string[] = await undelivered(db, last);
    if (ids.length > 0) marked += await markUnknown(db, ids, endedBy);
    last = ids.at(-1);
  }
  return marked;
}

/** Whether the database was put back from a backup so recently that the provider may have leads it does not know. */
export async function wasRestoredLately(db: Database, now: Instant): Promise<boolean> {
  const row = await db
    .selectFrom('restores')
    .select('restored_at')
    .where('restored_at', '>', sql<number>`${db.engine.instant(now)} - ${SEARCH_FOR_MS}`)
    .executeTakeFirst();
  return row !== undefined;
}

async function undelivered(db: Kysely<Schema>, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('lead_id')
    .where('state', '=', 'waiting')
    .where('lead_id', '>', after)
    .orderBy('lead_id')
    .limit(BATCH)
    .execute();
  return rows.map(({ lead_id }) => lead_id);
}

async function markUnknown(
  db: Kysely<Schema>,
  ids: readonly string[],
  endedBy: RawBuilder<number>,
): Promise<number> {
  const waiting = db.updateTable('outbox').where('lead_id', 'in', ids).where('state', '=', 'waiting');
  const { numUpdatedRows } = await waiting.set({ unknown_outcome: 1 }).executeTakeFirstOrThrow();
  await waiting
    .set({ lease_owner: null, lease_until: null, due_at: endedBy })
    .where('lease_owner', 'is not', null)
    .execute();
  return Number(numUpdatedRows);
}
