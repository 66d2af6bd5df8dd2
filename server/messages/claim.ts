import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Channel, MessageRow } from '../store/schema.ts';

export interface Claim {
  readonly channel: Channel;
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; what decides is the engine's. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
}

/** A message that its owner alone may send until the lease ends; this attempt is counted already. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'lead_id' | 'detail' | 'created_at' | 'attempts'
>;

/** Written out, so that the engines see that the partial index holds what is asked for. */
export const WAITING = sql<boolean>`state = 'waiting'`;

/**
 * Takes due messages of a channel that no worker has leased, the longest due first, and records that each is being
 * attempted. One statement, so that no two workers can take the same row, and none leaves without being on record.
 */
export async function claimMessages(db: Database, claim: Claim): Promise<ClaimedMessage[]> {
  const { channel, owner, now, leaseMs, limit } = claim;
  const instant = db.engine.instant(now);
  const rows = await db
    .with('due', (e) =>
      e
        .selectFrom('messages')
        .select('id')
        .where(WAITING)
        .where('channel', '=', channel)
        .where('due_at', '<=', instant)
        .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
        .orderBy('due_at')
        .limit(limit)
        .$if(db.engine.shared, (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('messages')
    .set({
      lease_owner: owner,
      lease_until: sql<number>`${instant} + ${leaseMs}`,
      attempts: sql`attempts + 1`,
      unknown_outcome: 1,
    })
    .where('id', 'in', (e) => e.selectFrom('due').select('id'))
    .returning(['id', 'kind', 'recipient', 'lead_id', 'detail', 'created_at', 'attempts', 'due_at'])
    .execute();
  // RETURNING promises no order.
  return rows.toSorted((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1));
}
