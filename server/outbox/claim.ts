import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/lead-row.ts';
import type { OutboxRow } from '../store/schema.ts';
import type { StoredLead } from '../store/store.ts';

/** Airtable takes at most this many records in one request. */
const BATCH = 10;

export interface Claim {
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; what decides is the engine's. */
  readonly now: number;
  readonly leaseMs: number;
  /** Where the destination's word for the newest row tells most: it has met the fewest refusals of its own. */
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** A row that its owner alone may work on until the lease ends, and the lead it is about. */
export interface ClaimedRow
  extends Pick<OutboxRow, 'attempts' | 'strategy' | 'unknown_outcome' | 'rejections'> {
  readonly lead: StoredLead;
  /** For how many milliseconds every strategy has been refusing it; null: not all of them have. */
  readonly refused_for: number | null;
}

/**
 * Takes up to 10 due rows that no worker has leased and that are not held back, the longest due first. One
 * statement, so that no two workers can take the same row: on an embedded database they wait for each other, on a
 * shared one each passes over what another is taking.
 */
export async function claim(db: Database, claimed: Claim): Promise<ClaimedRow[]> {
  const { owner, now, leaseMs, newestFirst = false, limit = BATCH } = claimed;
  const instant = db.engine.instant(now);
  const rows = await db
    .with('due', (e) =>
      e
        .selectFrom('outbox')
        .select('lead_id')
        .where('state', '=', 'waiting')
        .where('held_because', 'is', null)
        .where('due_at', '<=', instant)
        .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
        .orderBy('due_at', newestFirst ? 'desc' : 'asc')
        .orderBy('lead_id')
        .limit(limit)
        .$if(db.engine.shared, (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set({ lease_owner: owner, lease_until: sql<number>`${instant} + ${leaseMs}` })
    .where('lead_id', 'in', (e) => e.selectFrom('due').select('lead_id'))
    .returning(['lead_id', 'due_at', 'attempts', 'strategy', 'unknown_outcome', 'rejections'])
    .returning(sql<number | null>`${instant} - refused_at`.as('refused_for'))
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
