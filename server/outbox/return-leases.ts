import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { dueNow } from './due-now.ts';

/** More than one server ever leases. */
const BATCH = 500;

/**
 * Ends leases before their time. What is known about earlier attempts stays as it is. A lead of unknown outcome becomes
 * due `LANDING_MS` from now at the earliest: its request may have been sent a moment ago and still be on its way.
 * @param owner whose leases; 'everyone' only where no other process can have one, as on an embedded database
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function returnLeases(db: Database, owner: string | 'everyone', now: number): Promise<void> {
  const landed = dueNow(db.engine.instant(now));
  // Ordered by the index of leased rows, so that the database reads it and not the whole table, whatever it estimates.
  const leased = db
    .selectFrom('outbox')
    .select('lead_id')
    .where('lease_owner', 'is not', null)
    .$if(owner !== 'everyone', (query) => query.where('lease_owner', '=', owner))
    .$if(owner === 'everyone', (query) => query.orderBy('lease_until'))
    .limit(BATCH);
  let given: bigint;
  do {
    const { numUpdatedRows } = await db
      .updateTable('outbox')
      .set({
        lease_owner: null,
        lease_until: null,
        due_at: sql<number>`case when unknown_outcome = 1 and due_at < ${landed} then ${landed} else due_at end`,
      })
      .where('lead_id', 'in', leased)
      .executeTakeFirstOrThrow();
    given = numUpdatedRows;
  } while (given === BigInt(BATCH));
}
