import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';

/**
 * Gives leases back without waiting for their end.
 * @param owner whose leases; 'everyone' only where no other process can hold one, as on an embedded database
 */
export async function returnMessageLeases(
  db: Database,
  channel: Channel,
  owner: string | 'everyone',
): Promise<void> {
  await db
    .updateTable('messages')
    .set({ lease_owner: null, lease_until: null })
    .where('lease_owner', 'is not', null)
    .where('channel', '=', channel)
    .$if(owner !== 'everyone', (query) => query.where('lease_owner', '=', owner))
    .execute();
}
