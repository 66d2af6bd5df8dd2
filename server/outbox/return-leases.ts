import type { Database } from '../store/database.ts';

/** More than one server ever holds. */
const BATCH = 500;

/**
 * Gives leases back without waiting for their end. What is known about earlier attempts stays as it is.
 * @param owner whose leases; 'everyone' only where no other process can hold one, as on an embedded database
 */
export async function release(db: Database, owner: string | 'everyone'): Promise<void> {
  // Found in the order of their index: an engine that misjudges how many there are cannot choose the table instead.
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
