import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Channel, MessageRow } from '../store/schema.ts';

export interface Claim {
  readonly channel: Channel;
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; a shared database uses its own instead. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
}

/** A message that only the lease's owner may send until the lease ends; `attempts` counts this attempt already. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'lead_id' | 'detail' | 'created_at' | 'attempts'
>;

/** A literal instead of a parameter: the planners use the partial index only when they can see the value. */
export const WAITING = sql<boolean>`state = 'waiting'`;

/**
 * Leases due messages of a channel that no worker holds, the longest due first, and counts the attempt. It is one
 * statement, so that no two workers can claim the same row and no attempt goes unrecorded.
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
  // RETURNING gives rows in any order.
  return rows.toSorted((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1));
}
