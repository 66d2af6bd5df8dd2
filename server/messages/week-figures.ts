import { sql } from 'kysely';
import type { Week } from '#domain/working-time.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { bookingReader } from '../store/bookings/booking-reader.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { readAside } from '../store/read-aside.ts';
import type { BookingRow } from '../store/schema.ts';
import { countOwed, type OwedCount } from './owed.ts';
import { mailSummary } from './summary.ts';

const MOST_LISTED = 10;
const PART_MS = 6 * 60 * 60_000;

/** What happened in a week; durations in milliseconds. */
export interface WeekFigures {
  /** Milliseconds since the epoch, both. */
  readonly from: number;
  readonly to: number;
  /** Leads that came. */
  readonly received: number;
  /** Of those, how many are held back now. */
  readonly held: number;
  /** Of the others, how many have no answer yet and were not given up. */
  readonly unanswered: number;
  /** Time from receipt to the first `answered` mark, for each lead whose first mark fell into the week; ascending. */
  readonly answeredAfter: readonly number[];
  readonly calls: {
    readonly booked: number;
    readonly cancelled: number;
    /** Calls of the week by what the owner said of them. */
    readonly held: number;
    readonly missed: number;
    readonly unsaid: number;
    /** The first of those that nothing was said of. */
    readonly firstUnsaid: readonly StoredBooking[];
  };
  readonly owed: OwedCount;
  /** Mails that were attempted and not accepted yet. */
  readonly stuck: number;
}

/**
 * The figures of a week, as the database has them now.
 * @param now milliseconds since the epoch
 * @param own id of the weekly mail itself, which does not count as stuck
 */
export async function weekFigures(
  db: Database,
  { from, to }: Pick<Week, 'from' | 'to'>,
  now: number,
  own: string,
): Promise<WeekFigures> {
  const [came, answeredAfter, calls, owed, { stuck }] = await Promise.all([
    leadsThatCame(db, from, to),
    answersIn(db, from, to),
    callsIn(db, from, to),
    countOwed(db, now, MOST_LISTED),
    mailSummary(db, { except: own }),
  ]);
  return { from, to, ...came, answeredAfter, calls, owed, stuck };
}

/** Counts what the indexes of the few hold, and of all that came only their index: a week may have brought a million. */
async function leadsThatCame(db: Database, from: number, to: number) {
  const inWeek = sql<boolean>`(leads.created_at >= ${from} and leads.created_at < ${to})`;
  // A held row is due since its lead was accepted: the index of held rows has all that is asked.
  const held = db
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(IN_STATE.held)
    .where('due_at', '>=', from)
    .where('due_at', '<', to);
  // SQLite reads the tables of a cross join from left to right.
  const settled = db
    .selectFrom('lead_events')
    .crossJoin('leads')
    .crossJoin('outbox')
    .select(sql<number>`count(distinct leads.id)`.as('count'))
    .where('lead_events.kind', 'in', ['answered', 'held', 'won', 'lost', 'confirmed'])
    .whereRef('leads.id', '=', 'lead_events.lead_id')
    .whereRef('outbox.lead_id', '=', 'lead_events.lead_id')
    .where('outbox.held_because', 'is', null)
    .where(inWeek);
  const counts = await Promise.all([held, settled].map((query) => readAside(db, query)));
  const [heldNow = 0, over = 0] = counts.map(([row]) => Number(row?.count));
  const came = await countReceived(db, from, to);
  return { received: came, held: heldNow, unanswered: came - heldNow - over };
}

/** A part of the week at a time, between which others write. */
async function countReceived(db: Database, from: number, to: number): Promise<number> {
  let count = 0;
  for (let at = from; at < to; at += PART_MS) {
    const part = db
      .selectFrom('leads')
      .select((e) => e.fn.countAll<number>().as('count'))
      .where('created_at', '>=', at)
      .where('created_at', '<', Math.min(to, at + PART_MS));
    const [row] = await readAside(db, part);
    count += Number(row?.count ?? 0);
  }
  return count;
}

async function answersIn(db: Database, from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('lead_events')
    .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
    .select((e) => ['leads.created_at as came', e.fn.min('lead_events.at').as('answered')])
    .where('lead_events.kind', '=', 'answered')
    .where('lead_events.lead_id', 'in', (e) =>
      e
        .selectFrom('lead_events')
        .select('lead_id')
        .where('kind', '=', 'answered')
        .where('at', '>=', from)
        .where('at', '<', to),
    )
    .groupBy(['leads.id', 'leads.created_at'])
    .having((e) => e.fn.min('lead_events.at'), '>=', from)
    .execute();
  return rows.map(({ came, answered }) => Math.max(0, answered - came)).toSorted((a, b) => a - b);
}

async function callsIn(db: Database, from: number, to: number): Promise<WeekFigures['calls']> {
  const changes = await db
    .selectFrom('booking_changes')
    .select((e) => ['kind', e.fn.countAll<number>().as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .where(sql<boolean>`not exists (select 1 from bookings where id = booking_id and held = 'waiting')`)
    .groupBy('kind')
    .execute();
  const changed = (kind: string) => changes.find((one) => one.kind === kind)?.count ?? 0;
  const over = await db
    .selectFrom('bookings')
    .select((e) => ['outcome', e.fn.countAll<number>().as('count')])
    .where('state', '=', 'booked')
    .where(sql<boolean>`held is distinct from 'waiting'`)
    .where('start_at', '>=', from)
    .where('start_at', '<', to)
    .groupBy('outcome')
    .execute();
  const became = (outcome: BookingRow['outcome']) => over.find((one) => one.outcome === outcome)?.count ?? 0;
  return {
    booked: changed('booked'),
    cancelled: changed('cancelled'),
    held: became('held'),
    missed: became('not-reached'),
    unsaid: became(null),
    firstUnsaid: await bookingReader(db).unsaidBetween(from, to, MOST_LISTED),
  };
}
