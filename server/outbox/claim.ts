import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import type { OutboxRow } from '../store/schema.ts';

/** Airtable takes at most this many records in one request. */
const BATCH = 10;

export interface Claim {
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; a shared database uses its own instead. */
  readonly now: number;
  readonly leaseMs: number;
  /**
   * Newest first, while the destination may be refusing everything: a lead that was never refused for its own sake shows
   * best whether it accepts leads again.
   */
  readonly newestFirst?: boolean;
  readonly limit?: number;
}

/** A row that its owner alone may work on until the lease ends, and the lead it is about. */
export interface ClaimedRow extends Pick<OutboxRow, 'attempts' | 'unknown_outcome' | 'rejections'> {
  readonly lead: StoredLead;
  /** For how many milliseconds every strategy has been refusing it; null: not all of them have. */
  readonly refused_for: number | null;
}

/**
 * Leases up to 10 due leads that are neither leased nor held, the longest due first; leads that an operator released
 * only when no other is due. One statement does it, so that no two workers can lease the same row: an embedded
 * database runs one write at a time, on PostgreSQL each worker skips the rows that another has locked.
 */
export async function claim(db: Database, asked: Claim): Promise<ClaimedRow[]> {
  const first = await take(db, asked, 0);
  const rows = first.length > 0 ? first : await take(db, asked, 1);
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
  // The rows of RETURNING come in no particular order.
  const inOrder = rows.toSorted((a, b) => a.due_at - b.due_at || (a.lead_id < b.lead_id ? -1 : 1));
  return inOrder.flatMap(({ lead_id, due_at: _, ...row }) => {
    const lead = byId.get(lead_id);
    return lead ? [{ ...row, lead }] : [];
  });
}

/** Both columns are ordered in the same direction, so that the index gives the order and nothing has to be sorted. */
function take(
  db: Database,
  { owner, now, leaseMs, newestFirst = false, limit = BATCH }: Claim,
  released: 0 | 1,
) {
  const instant = db.engine.instant(now);
  const direction = newestFirst ? 'desc' : 'asc';
  return db
    .with('due', (e) =>
      e
        .selectFrom('outbox')
        .select('lead_id')
        .where(IN_STATE.sendable)
        .where('released', '=', sql.lit(released))
        .where('due_at', '<=', instant)
        .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
        .orderBy('due_at', direction)
        .orderBy('lead_id', direction)
        .limit(limit)
        .$if(db.engine.shared, (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('outbox')
    .set({ lease_owner: owner, lease_until: sql<number>`${instant} + ${leaseMs}` })
    .where('lead_id', 'in', (e) => e.selectFrom('due').select('lead_id'))
    .returning(['lead_id', 'due_at', 'attempts', 'unknown_outcome', 'rejections'])
    .returning(sql<number | null>`${instant} - refused_at`.as('refused_for'))
    .execute();
}
