import { sql } from 'kysely';
import { LANDING_MS } from '../queue/backoff.ts';
import { LEASE_MS } from '../queue/leased-worker.ts';
import { type Queue, unleased } from '../queue/queue.ts';
import { DELIVERY_PAUSED } from '../store/conditions.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';

const released = (value: 0 | 1) => sql<boolean>`(${IN_STATE.sendable} and released = ${sql.lit(value)})`;

/** Leads to be delivered, the longest due first; those that an operator released when no other is due. */
export const OUTBOX: Queue<'outbox'> = {
  table: 'outbox',
  key: 'lead_id',
  leaseMs: LEASE_MS,
  landingMs: LANDING_MS,
  parts: [released(0), released(1)],
  free: (instant) => sql`(${unleased(instant)} and not ${DELIVERY_PAUSED})`,
  hasDueTime: true,
  order: sql`due_at, lead_id`,
  leased: sql`lease_owner is not null`,
  unsettled: sql`state = 'waiting'`,
};

/**
 * The same, newest first, while the destination may be refusing everything: a lead that was never refused for its own
 * sake shows best whether it accepts leads again. Both columns are ordered alike, so that the index gives the order.
 */
export const NEWEST_FIRST: Queue<'outbox'> = { ...OUTBOX, order: sql`due_at desc, lead_id desc` };
