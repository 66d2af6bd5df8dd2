import type { Kysely } from 'kysely';
import type { OutboxRow, Schema } from '../store/schema.ts';

/** What stands in the row until the next attempt. */
export type Failure = Pick<
  OutboxRow,
  'due_at' | 'strategy' | 'unknown_outcome' | 'rejections' | 'refused_at' | 'last_error'
>;

/**
 * Writes why a lead was not delivered and when to try again, and gives the lease back, if the owner still holds it.
 * @returns whether it was held
 */
export async function fail(
  db: Kysely<Schema>,
  owner: string,
  leadId: string,
  failure: Failure,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({ ...failure, lease_owner: null, lease_until: null })
    .where('lead_id', '=', leadId)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
