import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';

/** More than all servers ever lease. */
const MOST = 500;

/**
 * Gives leases back without waiting for their end.
 * @param owner whose leases; 'everyone' only where no other process can hold one, as on an embedded database
 */
export async function returnMessageLeases(
  db: Database,
  channel: Channel,
  owner: string | 'everyone',
): Promise<void> {
  // Ordered by the index that holds them, so that the database reads it and not the whole table, whatever it estimates.
  const leased = db
    .selectFrom('messages')
    .select('id')
    .where('lease_owner', 'is not', null)
    .where('channel', '=', channel)
    .$if(owner !== 'everyone', (query) => query.where('lease_owner', '=', owner))
    .orderBy('lease_until')
    .limit(MOST);
  await db
    .updateTable('messages')
    .set({ lease_owner: null, lease_until: null })
    .where('id', 'in', leased)
    .execute();
}
