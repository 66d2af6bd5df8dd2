import type { Database } from '../store/database.ts';

/** More than one server ever leases. */
const BATCH = 500;

/**
 * Gives leases back without waiting for their end. What is known about earlier attempts stays as it is.
 * @param owner whose leases; 'everyone' only where no other process can hold one, as on an embedded database
 */
export async function returnLeases(db: Database, owner: string | 'everyone'): Promise<void> {
  // Ordered by the index that holds them, so that the database reads it and not the whole table, whatever it estimates.
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
      .set({ lease_owner: null, lease_until: null })
      .where('lead_id', 'in', leased)
      .executeTakeFirstOrThrow();
    given = numUpdatedRows;
  } while (given === BigInt(BATCH));
}
