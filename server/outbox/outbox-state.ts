import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import type { ConditionsTable } from '../store/schema.ts';

/** Rows of each kind are counted up to this number, so that counting takes the same time however many there are. */
const MOST_COUNTED = 2_000;
/** So long a lead may be due while none is delivered, and what waited during a pause once that has ended. */
const STALLED_MS = 10 * 60_000;

/** Counts that stop at 2,000: `atLeast` names those that did. */
export interface OutboxState {
  /** To be delivered; those that are refused or held do not count. Of the first 2,000 in the queue. */
  readonly waiting: number;
  /** Rejected by every strategy, and tried again slowly. Somebody has to look. */
  readonly refused: number;
  /** Held until an operator releases them. */
  readonly held: number;
  readonly atLeast: readonly ('waiting' | 'refused' | 'held')[];
  /** For how long the first in the queue has been due, in milliseconds; 0 when nothing is. */
  readonly dueForMs: number;
  /** Whether something has been due for over 10 minutes, and nothing was delivered meanwhile. */
  readonly stalled: boolean;
  /** Since when the operator has paused the delivery; null: it is not paused. */
  readonly pausedSince: Instant | null;
  /** Whether the operator has ended a pause within the last 10 minutes: what waited is on its way out. */
  readonly resumedLately: boolean;
}

/** For the metrics only, since it reads as many rows as it counts. */
export interface QueueFront {
  /** Of the first 2,000 in the queue: how long ago the oldest was accepted, in milliseconds; 0 when there is none. */
  readonly oldestMs: number;
}

/**
 * Where the outbox stands, over all servers that share it. Reads a bounded number of rows, and on an embedded database
 * on the writing thread, so that no visitor waits for it.
 * @param now the server's own clock
 */
export async function outboxState(db: Database, now: Instant): Promise<OutboxState> {
  const [result] = await db.atomically([question(db, now).compile()]);
  const row = result?.rows[0] as Record<'queued' | 'waiting' | 'refused' | 'held' | 'now', number> &
    Record<
      'first' | 'behind' | 'delivered_at' | 'paused_since' | 'resumed_at' | 'released_at',
      number | null
    >;
  const counts = { waiting: Number(row.waiting), refused: Number(row.refused), held: Number(row.held) };
  const dueFor = (...rows: readonly (number | null)[]) =>
    Math.max(0, ...rows.filter((at) => at !== null).map((at) => row.now - at));
  const dueForMs = dueFor(row.first, row.behind);
  // In the future too: the operator's machine may have another clock than the one that decides.
  const lately = (at: Instant | null) => at !== null && Math.abs(row.now - at) <= STALLED_MS;
  const resumedLately = lately(row.resumed_at);
  const mayBeStalledMs = lately(row.released_at) ? dueFor(row.first) : dueForMs;
  return {
    ...counts,
    atLeast: (['waiting', 'refused', 'held'] as const).filter(
      (kind) => (kind === 'waiting' ? Number(row.queued) : counts[kind]) === MOST_COUNTED,
    ),
    dueForMs,
    pausedSince: row.paused_since,
    resumedLately,
    stalled:
      row.paused_since === null &&
      !resumedLately &&
      mayBeStalledMs > STALLED_MS &&
      row.now - (row.delivered_at ?? 0) > STALLED_MS,
  };
}

/**
 * Bounded and read like `outboxState`.
 * @param now the server's own clock
 */
export async function queueFront(db: Database, now: Instant): Promise<QueueFront> {
  // Each lead is looked up for itself: joined with the front, a PostgreSQL that has just counted its tables reads them all.
  const front = db
    .selectFrom('outbox')
    .select((e) =>
      e
        .selectFrom('leads')
        .select('created_at')
        .whereRef('leads.id', '=', 'outbox.lead_id')
        .as('accepted_at'),
    )
    .where(IN_STATE.sendable)
    .orderBy('released')
    .orderBy('due_at')
    .orderBy('lead_id')
    .limit(MOST_COUNTED);
  const query = db
    .selectFrom(front.as('front'))
    .select((e) => [e.fn.min('accepted_at').as('oldest'), db.engine.instant(now).as('now')]);
  const [result] = await db.atomically([query.compile()]);
  const row = result?.rows[0] as { oldest: number | null; now: Instant };
  return { oldestMs: row.oldest === null ? 0 : Math.max(0, row.now - row.oldest) };
}

/** Each part is ordered by its index, so that the database uses it whatever it estimates of the table's size. */
function question(db: Database, now: Instant) {
  const ordered = (state: 'sendable' | 'refused' | 'held', columns: readonly OrderColumn[]) =>
    columns.reduce(
      (query, column) => query.orderBy(column),
      db.selectFrom('outbox').select(['lead_id', 'refused_at']).where(IN_STATE[state]).limit(MOST_COUNTED),
    );
  const counted = (...rows: Parameters<typeof ordered>) =>
    db.selectFrom(ordered(...rows).as('some')).select((e) => e.fn.countAll().as('counted'));
  const first = (released: 0 | 1) =>
    db
      .selectFrom('outbox')
      .select('due_at')
      .where(IN_STATE.sendable)
      .where('released', '=', sql.lit(released))
      .orderBy('due_at')
      .orderBy('lead_id')
      .limit(1);
  const since = (name: ConditionsTable['name']) =>
    db.selectFrom('conditions').select('since').where('name', '=', name);
  const lastDelivery = db
    .selectFrom('outbox')
    .select('delivered_at')
    .where('delivered_at', 'is not', null)
    .orderBy('delivered_at', 'desc')
    .limit(1);
  const queue = db
    .selectFrom(ordered('sendable', ['released', 'due_at', 'lead_id']).as('queue'))
    .select((e) => [
      e.fn.countAll().as('queued'),
      e.fn.count(sql`case when refused_at is null then 1 end`).as('waiting'),
    ]);
  return db
    .selectFrom(queue.as('counted'))
    .select([
      'queued',
      'waiting',
      counted('refused', ['refused_at', 'lead_id']).as('refused'),
      counted('held', ['due_at', 'lead_id']).as('held'),
      first(0).as('first'),
      first(1).as('behind'),
      lastDelivery.as('delivered_at'),
      since('delivery-paused').as('paused_since'),
      since('delivery-resumed').as('resumed_at'),
      since('delivery-released').as('released_at'),
      db.engine.instant(now).as('now'),
    ]);
}

type OrderColumn = 'released' | 'due_at' | 'refused_at' | 'lead_id';
