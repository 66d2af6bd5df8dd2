import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { LEASE_MS } from '../queue/leased-worker.ts';
import { type Claimant, claimRows, GIVEN_BACK, type Queue, unleased, updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import type { Channel, MessageKind, MessageRow } from '../store/schema.ts';
import { plainText } from '../system/plain-text.ts';

/** The longest answer or error that is stored, in UTF-16 units: other servers decide how long theirs are. */
const MOST_WORDS = 500;

/** The outcome of one attempt, as it is written into the row. */
export type Settlement =
  | { readonly state: 'sent'; readonly receipt: string }
  | { readonly state: 'failed' | 'dropped'; readonly why: string; readonly unknown?: boolean }
  | {
      readonly state: 'waiting';
      readonly why: string;
      readonly retryInMs: number;
      readonly unknown: boolean;
    };

/**
 * Stores the outcome of an attempt and returns the lease, if the owner still holds it.
 * @param now the server's own clock
 * @param following statements for the same transaction; they run whoever holds the lease, so they must be idempotent. They
 *   come first: an erasure has the lead before its messages, and the other way round each would wait for the other.
 * @returns whether the owner still held the lease
 */
export async function settle(
  db: Database,
  owner: string,
  id: string,
  settlement: Settlement,
  now: Instant,
  following: readonly CompiledQuery[] = [],
): Promise<boolean> {
  const update = updateLeased(db, MESSAGES, owner, [id]).set({
    ...valuesOf(db, settlement, now),
    ...GIVEN_BACK,
  });
  const results = await db.atomically([...following, update.compile()]);
  return results.at(-1)?.numAffectedRows === 1n;
}

function valuesOf(db: Database, settlement: Settlement, now: Instant) {
  const instant = db.engine.instant(now);
  if (settlement.state === 'sent') {
    return {
      state: settlement.state,
      sent_at: instant,
      receipt: kept(settlement.receipt),
      unknown_outcome: 0,
      last_error: null,
    } as const;
  }
  const words = { last_error: kept(settlement.why), unknown_outcome: settlement.unknown ? 1 : 0 } as const;
  if (settlement.state !== 'waiting') return { ...words, state: settlement.state };
  return { ...words, due_at: sql<MessageRow['due_at']>`${instant} + ${Math.round(settlement.retryInMs)}` };
}

function kept(words: string): string {
  return plainText(words).slice(0, MOST_WORDS).toWellFormed();
}

/** Not settled; a literal, for the partial indexes. */
export const WAITING = sql<boolean>`state = 'waiting'`;

/**
 * The messages of a channel that are not settled, as the index `messages_due` holds them.
 * @param released 1: those about leads that were held and released; 0: all others
 */
export function waitingOn(channel: Channel, released: 0 | 1): RawBuilder<boolean> {
  return sql`(${WAITING} and channel = ${channel} and released = ${sql.lit(released)})`;
}

/** The table, for whoever settles a message. */
export const MESSAGES = { table: 'messages', key: 'id', unsettled: WAITING } as const;

/** Messages to be sent on a channel, the longest due first; those about released leads when no other is due. */
export function messageQueue(channel: Channel): Queue<'messages'> {
  return {
    ...MESSAGES,
    leaseMs: LEASE_MS,
    landingMs: 0,
    parts: [waitingOn(channel, 0), waitingOn(channel, 1)],
    free: unleased,
    hasDueTime: true,
    order: sql`due_at`,
    leased: sql`(lease_owner is not null and channel = ${channel})`,
  };
}

export interface Claim extends Claimant {
  readonly channel: Channel;
  readonly limit: number;
  /** Of messages of some kinds, only these; absent: all that are due. */
  readonly only?: { readonly kinds: readonly MessageKind[]; readonly ids: readonly string[] };
}

/** A message that only the lease's owner may send until the lease ends; `attempts` counts this attempt already. */
export type ClaimedMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'lead_id' | 'detail' | 'created_at' | 'attempts' | 'released'
>;

/** Leases due messages of a channel that no worker holds, and counts the attempt: none goes unrecorded. */
export async function claimMessages(
  db: Database,
  { channel, owner, now, limit, only }: Claim,
): Promise<ClaimedMessage[]> {
  const rows = await claimRows(db, messageQueue(channel), {
    ...{ owner, now, limit },
    only: only && among(only),
    values: { attempts: sql`attempts + 1`, unknown_outcome: 1 },
    columns: ['id', 'kind', 'recipient', 'lead_id', 'detail', 'created_at', 'attempts', 'released', 'due_at'],
  });
  // RETURNING gives rows in any order.
  return rows.toSorted((a, b) => a.due_at - b.due_at || (a.id < b.id ? -1 : 1));
}

function among({ kinds, ids }: NonNullable<Claim['only']>) {
  const these = ids.length === 0 ? sql`` : sql`or id in (${sql.join(ids)})`;
  return sql<boolean>`(kind not in (${sql.join(kinds)}) ${these})`;
}
