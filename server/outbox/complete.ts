import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

export interface Completion {
  readonly leadId: string;
  /** The provider's name for the record, when it said one. */
  readonly remoteId: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Marks a lead as delivered, if the owner still holds it. A lease that ended but that nobody else took counts
 * as held: the lead is delivered all the same.
 * @returns whether it was held
 */
export async function complete(
  db: Kysely<Schema>,
  owner: string,
  { leadId, remoteId, at }: Completion,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('outbox')
    .set({
      state: 'delivered',
      delivered_at: at,
      remote_id: remoteId,
      unknown_outcome: 0,
      last_error: null,
      lease_owner: null,
      lease_until: null,
    })
    .where('lead_id', '=', leadId)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
