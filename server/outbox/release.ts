import type { Database } from '../store/database.ts';

/**
 * Gives leases back without waiting for their end. What is known about earlier attempts stays as it is.
 * @param owner whose leases; 'everyone' only where no other process can hold one, as on an embedded database
 */
export async function release(db: Database, owner: string | 'everyone'): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ lease_owner: null, lease_until: null })
    .where('lease_owner', 'is not', null)
    .$if(owner !== 'everyone', (query) => query.where('lease_owner', '=', owner))
    .execute();
}
