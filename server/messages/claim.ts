import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Channel, MessageKind, MessageRow, Schema } from '../store/schema.ts';

export interface Claim {
  readonly channel: Channel;
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; a shared database uses its own instead. */
  readonly now: number;
  readonly leaseMs: number;
  readonly limit: number;
  /** Of messages of some kinds, only these; absent: all that are due. */
  readonly only?: { readonly kinds: readonly MessageKind[]; readonly ids: readonly string[] };
}

/** A message that only the lease's owner may send until the lease ends; `attempts` counts this attempt already. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'lead_id' | 'detail' | 'created_at' | 'attempts' | 'released'
>;

/** Literals instead of parameters: the planners use a partial index only when they can see the value. */
export const WAITING = sql<boolean>`state = 'waiting'`;

/** Nobody has a lease at that instant. */
export function unleased(instant: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(lease_until is null or lease_until <= ${instant})`;
}

/**
 * The messages of a channel that are not settled, as the index `messages_due` holds them.
 * @param released 1: those about leads that were held and released; 0: all others
 */
export function waitingOf(db: Kysely<Schema>, channel: Channel, released: 0 | 1) {
  return db
    .selectFrom('messages')
    .where(WAITING)
    .where('channel', '=', channel)
    .where('released', '=', sql.lit(released));
}

/**
 * Leases due messages of a channel that no worker holds, the longest due first, and counts the attempt; those about
 * leads that were held and released only when no other is due. One statement takes them, so that no two workers can
 * claim the same row and no attempt goes unrecorded.
 */
export async function claimMessages(db: Database, claim: Claim): Promise<ClaimedMessage[]> {
  const first = await take(db, claim, 0);
  const rows = first.length > 0 ? first : await take(db, claim, 1);
  // RETURNING gives rows in any order.
  return rows.toSorted((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1));
}

function take(db: Database, { channel, owner, now, leaseMs, limit, only }: Claim, released: 0 | 1) {
  const instant = db.engine.instant(now);
  return db
    .with('due', () =>
      waitingOf(db, channel, released)
        .select('id')
        .where('due_at', '<=', instant)
        .where(unleased(instant))
        .$if(only !== undefined, (query) =>
          query.where((e) =>
            e.or([
              e('kind', 'not in', only?.kinds ?? []),
              ...(only?.ids.length ? [e('id', 'in', only.ids)] : []),
            ]),
          ),
        )
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
    .returning([
      'id',
      'kind',
      'recipient',
      'lead_id',
      'detail',
      'created_at',
      'attempts',
      'released',
      'due_at',
    ])
    .execute();
}
