import { type Kysely, sql } from 'kysely';
import type { Lead } from '#domain/lead.ts';
import { toLead } from '../store/lead-row.ts';
import type { OutboxRow, Schema } from '../store/schema.ts';

/** Airtable takes at most this many records in one request. */
const BATCH = 10;

export interface Claim {
  readonly owner: string;
  readonly now: number;
  readonly leaseMs: number;
  /** Where the destination's word for the newest row tells most: it has met the fewest refusals of its own. */
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** A row that its owner alone may work on until the lease ends, and the lead it is about. */
export interface ClaimedRow
  extends Pick<OutboxRow, 'attempts' | 'strategy' | 'unknown_outcome' | 'rejections' | 'refused_at'> {
  readonly lead: Lead;
}

/**
 * Takes up to 10 due rows that no worker has leased and that are not held back, the longest due first. One statement, so that no two workers can
 * take the same row; the outer condition is what PostgreSQL checks again after it waited for another worker.
 */
export async function claim(db: Kysely<Schema>, claimed: Claim): Promise<ClaimedRow[]> {
  const { owner, now, leaseMs, newestFirst = false, limit = BATCH } = claimed;
  const free = sql<boolean>`(lease_until is null or lease_until <= ${now})`;
  const rows = await db
    .updateTable('outbox')
    .set({ lease_owner: owner, lease_until: now + leaseMs })
    .where('lead_id', 'in', (e) =>
      e
        .selectFrom('outbox')
        .select('lead_id')
        .where('state', '=', 'waiting')
        .where('held_because', 'is', null)
        .where('due_at', '<=', now)
        .where(free)
        .orderBy('due_at', newestFirst ? 'desc' : 'asc')
        .orderBy('lead_id')
        .limit(limit),
    )
    .where(free)
    .returning(['lead_id', 'due_at', 'attempts', 'strategy', 'unknown_outcome', 'rejections', 'refused_at'])
    .execute();
  if (rows.length === 0) return [];
  const leads = await db
    .selectFrom('leads')
    .selectAll()
    .where(
      'id',
      'in',
      rows.map(({ lead_id }) => lead_id),
    )
    .execute();
  const byId = new Map(leads.map((row) => [row.id, toLead(row)]));
  // RETURNING promises no order.
  const inOrder = rows.toSorted((a, b) => a.due_at - b.due_at || (a.lead_id < b.lead_id ? -1 : 1));
  return inOrder.flatMap(({ lead_id, due_at: _, ...row }) => {
    const lead = byId.get(lead_id);
    return lead ? [{ ...row, lead }] : [];
  });
}
