import { type RawBuilder, sql } from 'kysely';
import { LEASE_MS } from '../queue/leased-worker.ts';
import { type Queue, unleased } from '../queue/queue.ts';
import type { Channel } from '../store/schema.ts';

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
