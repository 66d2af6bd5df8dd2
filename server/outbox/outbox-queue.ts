import { sql } from 'kysely';
import { LANDING_MS } from '../queue/backoff.ts';
import { LEASE_MS } from '../queue/leased-worker.ts';
import { type Claimant, claimRows, type Queue, unleased } from '../queue/queue.ts';
import { DELIVERY_PAUSED } from '../store/conditions.ts';
import type { Database } from '../store/database.ts';
import { leadsById } from '../store/leads/lead-reader.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import type { OutboxRow } from '../store/schema.ts';
import { type SentVersion, sentIn } from './sent.ts';

/** Airtable takes at most this many records in one request. */
const BATCH = 10;

interface Claim extends Claimant {
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** A row that its owner alone may work on until the lease ends, and the lead it is about. */
export interface ClaimedRow
  extends Pick<OutboxRow, 'attempts' | 'strategy' | 'unknown_outcome' | 'rejections'> {
  readonly lead: StoredLead;
  readonly sent: readonly SentVersion[];
  /** For how many milliseconds every strategy has been refusing it; null: not all of them have. */
  readonly refused_for: number | null;
}

/** Leases up to 10 due leads that are neither leased nor held, the longest due first. */
export async function claim(
  db: Database,
  { owner, now, newestFirst = false, limit = BATCH }: Claim,
): Promise<ClaimedRow[]> {
  const rows = await claimRows(db, newestFirst ? NEWEST_FIRST : OUTBOX, {
    ...{ owner, now, limit },
    columns: [
      'lead_id',
      'due_at',
      'attempts',
      'strategy',
      'unknown_outcome',
      'rejections',
      'refused_at',
      'sent',
    ],
  });
  if (rows.length === 0) return [];
  const byId = await leadsById(
    db,
    rows.map(({ lead_id }) => lead_id),
  );
  // The rows of RETURNING come in no particular order.
  const inOrder = rows.toSorted((a, b) => a.due_at - b.due_at || (a.lead_id < b.lead_id ? -1 : 1));
  return inOrder.flatMap(({ lead_id, attempts, strategy, unknown_outcome, rejections, ...row }) => {
    const lead = byId.get(lead_id);
    const refused_for = row.refused_at === null ? null : row.claimed_at - row.refused_at;
    const sent = sentIn(row.sent);
    return lead ? [{ lead, attempts, strategy, unknown_outcome, rejections, sent, refused_for }] : [];
  });
}

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
