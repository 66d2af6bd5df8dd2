import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { IN_STATE } from '../../store/leads/lead-state.ts';
import { eraseRows } from '../erasure/erase-rows.ts';

/** So few that no lead waits for it, and that PostgreSQL looks each up by its key. */
const BATCH = 100;

/** A position among the leads in the order of their time. */
interface Position {
  readonly created_at: number;
  readonly id: string;
}

export interface Expired {
  readonly leads: number;
  /** Bookings that had no lead. */
  readonly bookings: number;
  /** Their records at the provider, whose deletion is owed now. */
  readonly remoteIds: readonly string[];
  /** Where to go on; undefined: at the end, and once more from the beginning where anything was removed. */
  readonly next: Position | undefined;
}

/**
 * Removes leads whose last exchange was before an instant, with all that belongs to them, and bookings without a lead
 * that were over by then; a batch of each. What is still to be sent stays: a clock that is wrong can cost nobody a lead
 * that nobody has seen.
 * @param now the own clock
 * @param after leads up to there were looked at already
 */
export async function eraseExpired(
  db: Database,
  beforeMs: Instant,
  now: Instant,
  after?: Position,
): Promise<Expired> {
  // Read by key and chosen by key: with a join and a limit, a planner that expects few reads both tables to the end.
  const page = await db
    .selectFrom('leads')
    .select(['id', 'created_at'])
    .where('created_at', '<', beforeMs)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.created_at}, ${after?.id})`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(BATCH)
    .execute();
  const next = page.length === BATCH ? page.at(-1) : undefined;
  const rows = await expiredOf(db, page, beforeMs);
  const remoteIds = rows.flatMap(({ remote_id }) => remote_id ?? []);
  const erased = await eraseRows(db, {
    leadIds: rows.map(({ lead_id }) => lead_id),
    bookingIds: await expiredBookings(db, beforeMs),
    now,
    before: beforeMs,
  });
  return { leads: erased.leads.length, bookings: erased.bookings, remoteIds, next };
}

/** Those with which nothing was exchanged since, and that nobody still has to see. */
async function expiredOf(db: Database, page: readonly Position[], beforeMs: number) {
  if (page.length === 0) return [];
  return db
    .selectFrom('outbox')
    .select(['lead_id', 'remote_id'])
    .where(
      'lead_id',
      'in',
      page.map(({ id }) => id),
    )
    .where(sql<boolean>`(${IN_STATE.delivered} or ${IN_STATE.held})`)
    .where(
      sql<boolean>`not exists (select 1 from lead_events where lead_id = outbox.lead_id and at >= ${beforeMs})`,
    )
    .where(
      sql<boolean>`not exists (select 1 from bookings where lead_id = outbox.lead_id and (end_at >= ${beforeMs} or changed_at >= ${beforeMs}))`,
    )
    .execute();
}

async function expiredBookings(db: Database, beforeMs: number): Promise<string[]> {
  const rows = await db
    .selectFrom('bookings')
    .select('id')
    .where('lead_id', 'is', null)
    .where('start_at', '<', beforeMs)
    .where('end_at', '<', beforeMs)
    .where('changed_at', '<', beforeMs)
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}
