import { sql } from 'kysely';
import { office } from '#content/office.ts';
import type { ReadBackCounts } from '#content/read-back.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import type { Week } from '#domain/working-time.ts';
import type { StoredBooking } from '../bookings/store/booking.ts';
import { bookingReader } from '../bookings/store/booking-reader.ts';
import { mailSummary } from '../messages/summary.ts';
import { newestReading } from '../outbox/read-back/run.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { readAside } from '../store/read-aside.ts';
import type { BookingRow, ReadBackRow, RecordState } from '../store/schema.ts';
import { before, type FunnelFigures, funnelFigures } from '../visits/funnel.ts';
import { countOwed, type OwedCount } from './follow-up/owed.ts';
import { type GoneRecords, goneRecords } from './operator/gone-records.ts';

const MOST_LISTED = 10;
/** How much of the week one statement looks at, between which others write: a flood may have brought a million leads. */
const PART_MS = 60 * 60_000;

/** What happened in a week; durations in milliseconds. */
export interface WeekFigures {
  readonly from: Instant;
  readonly to: Instant;
  /** Leads that came. */
  readonly received: number;
  /** Of those, how many are held back now. */
  readonly held: number;
  /** Of those that came, how many have a record that was found when it was read last, is gone, or is left so. */
  readonly records: Pick<ReadBackCounts, 'read' | 'gone' | 'left'>;
  /** Whose records are gone now, whenever they came. */
  readonly gone: GoneRecords;
  /** The newest nightly reading; undefined: there never was one. */
  readonly reading: ReadBackRow | undefined;
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
  /** What was counted, and where the leads came from; of the week before, the totals. */
  readonly funnel: FunnelFigures;
  readonly funnelBefore: FunnelFigures['total'];
  /** Mails that were attempted and not accepted yet. */
  readonly stuck: number;
}

/**
 * The figures of a week, as the database has them now.
 * @param own id of the weekly mail itself, which does not count as stuck
 */
export async function weekFigures(
  db: Database,
  { from, to }: Pick<Week, 'from' | 'to'>,
  now: Instant,
  own: string,
): Promise<WeekFigures> {
  const days = { from: isoDayIn(from, office.timeZone), to: isoDayIn(to - 1, office.timeZone) };
  const gone = await goneRecords(db);
  const reading = await newestReading(db);
  const [came, answeredAfter, calls, owed, { stuck }, funnel, { total: funnelBefore }] = await Promise.all([
    leadsThatCame(db, from, to),
    answersIn(db, from, to),
    callsIn(db, from, to),
    countOwed(db, now, MOST_LISTED),
    mailSummary(db, { except: own }),
    funnelFigures(db, days, now),
    funnelFigures(db, before(days), now),
  ]);
  return { from, to, ...came, gone, reading, answeredAfter, calls, owed, stuck, funnel, funnelBefore };
}

/** What came, an hour at a time; what is held now by its own index. */
async function leadsThatCame(db: Database, from: Instant, to: Instant) {
  // A held row is due since its lead was accepted: the index of held rows has all that is asked.
  const heldOnes = db
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where(IN_STATE.held)
    .where('due_at', '>=', from)
    .where('due_at', '<', to);
  const [counted] = await readAside(db, heldOnes);
  const held = Number(counted?.count ?? 0);
  let [received, over] = [0, 0];
  const records = { read: 0, gone: 0, left: 0 };
  for (let at = from; at < to; at += PART_MS) {
    const part = db
      .selectFrom('leads')
      .select((e) => [e.fn.countAll<number>().as('count'), e.fn.sum<number>(IS_OVER).as('over')])
      .select(Object.entries(RECORDS).map(([name, states]) => hasRecord(states).as(name)))
      .where('created_at', '>=', at)
      .where('created_at', '<', Math.min(to, at + PART_MS));
    const [row] = await readAside(db, part);
    received += Number(row?.count ?? 0);
    over += Number(row?.over ?? 0);
    for (const name of RECORD_NAMES)
      records[name] += Number((row as Record<string, unknown> | undefined)?.[name] ?? 0);
  }
  return { received, held, records, unanswered: received - held - over };
}

const RECORDS = { read: ['present', 'changed'], gone: ['gone'], left: ['left'] } as const;
const RECORD_NAMES = Object.keys(RECORDS) as (keyof typeof RECORDS)[];

/** How many of the leads have a record that was found so. */
function hasRecord(states: readonly RecordState[]) {
  return sql<number>`sum(case when (select record_state from outbox where outbox.lead_id = leads.id)
    in (${sql.join(states.map((state) => sql.lit(state)))}) then 1 else 0 end)`;
}

/** Whether a lead that is not held has its answer or was given up. */
const IS_OVER = sql<number>`case when
  (select count(*) from lead_events m where m.lead_id = leads.id and m.at >= 0
    and m.kind in ('answered', 'held', 'won', 'lost', 'confirmed')) > 0
  and (select held_because from outbox where outbox.lead_id = leads.id) is null
  then 1 else 0 end`;

/** Times from receipt to the first answer, of the leads that had it in the week; ascending. */
async function answersIn(db: Database, from: Instant, to: Instant): Promise<number[]> {
  const first = db
    .selectFrom('lead_events as first')
    .innerJoin('leads', 'leads.id', 'first.lead_id')
    .select(['leads.created_at as came', 'first.at as answered'])
    .where('first.kind', '=', 'answered')
    .where('first.at', '>=', from)
    .where('first.at', '<', to)
    .where(
      sql<boolean>`not exists (select 1 from lead_events m where m.lead_id = first.lead_id and m.at <= first.at
        and m.kind = 'answered' and (m.at < first.at or m.id < first.id))`,
    );
  const rows = await readAside(db, first);
  return rows.map(({ came, answered }) => Math.max(0, answered - came)).toSorted((a, b) => a - b);
}

async function callsIn(db: Database, from: Instant, to: Instant): Promise<WeekFigures['calls']> {
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
