import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { type Week, weekOf } from '#domain/working-time.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { ordersWithLeads } from '../store/operator/operator-lead.ts';
import { readAside } from '../store/read-aside.ts';
import type { HeldDeps } from './held-digest.ts';
import { mailId } from './ids.ts';
import { messagesQuery } from './new-message.ts';
import { countOwed, type OwedCount } from './owed.ts';
import { mailSummary } from './summary.ts';

const DAY_MS = 24 * 60 * 60_000;
/** After a longer outage only the last weeks are reported. */
const MOST_MISSED = 4;
const MOST_LISTED = 10;

/**
 * Makes the weekly mails, each due when the office opens after its week. The row of a week exists from the first day
 * of the week on, under an id derived from its Monday: a restart loses none, and several servers write the same row.
 * Weeks missed during an outage are added, but none from before the first weekly mail.
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function oweWeek({ db, links, sender }: HeldDeps, now: number): Promise<void> {
  const instant = db.engine.instant(now);
  // Remove the mails about future weeks that a clock made while it ran ahead.
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`kind = 'owner-week'`)
    .where('created_at', '>', sql<number>`${instant} + ${DAY_MS}`)
    .execute();
  const row = await db
    .selectNoFrom((e) => [
      e
        .selectFrom('messages')
        .select((f) => f.fn.min('created_at').as('first'))
        .where(sql<boolean>`kind = 'owner-week'`)
        .as('first'),
      instant.as('now'),
    ])
    .executeTakeFirstOrThrow();
  // The engine's clock, so that servers whose own clocks differ agree on the week.
  const at = Number(row.now);
  const since = row.first === null ? at : Number(row.first);
  const weeks = [weekOf(office, at)];
  for (let missed = 0; missed < MOST_MISSED; missed += 1) {
    const before = weekOf(office, (weeks.at(-1) as Week).from - DAY_MS);
    if (before.to <= since) break;
    weeks.push(before);
  }
  await db.atomically([
    messagesQuery(
      db,
      at,
      weeks.map(({ monday, from, to, after }) => ({
        id: mailId(links.addressKey(`week ${monday}`), sender),
        kind: 'owner-week' as const,
        lead_id: null,
        dueAt: after,
        detail: { from, to },
      })),
    ),
  ]);
}

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
    /** Calls of the week that were not marked as missed. */
    readonly kept: number;
    readonly missed: number;
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
  const received = db
    .selectFrom('leads')
    .select((e) => e.fn.countAll().as('count'))
    .where(inWeek);
  const held = ordersWithLeads(db)
    .select((e) => e.fn.countAll().as('count'))
    .where(IN_STATE.held)
    .where(inWeek);
  // SQLite reads the tables of a cross join from left to right.
  const settled = db
    .selectFrom('lead_events')
    .crossJoin('leads')
    .crossJoin('outbox')
    .select(sql<number>`count(distinct leads.id)`.as('count'))
    .where('lead_events.kind', 'in', ['answered', 'lost', 'confirmed'])
    .whereRef('leads.id', '=', 'lead_events.lead_id')
    .whereRef('outbox.lead_id', '=', 'lead_events.lead_id')
    .where('outbox.held_because', 'is', null)
    .where(inWeek);
  const counts = await Promise.all([received, held, settled].map((query) => readAside(db, query)));
  const [all = 0, back = 0, over = 0] = counts.map(([row]) => Number(row?.count));
  return { received: all, held: back, unanswered: all - back - over };
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
    .execute();
  return rows
    .map(({ came, answered }) => ({ at: Number(answered), after: Number(answered) - came }))
    .filter(({ at }) => at >= from && at < to)
    .map(({ after }) => Math.max(0, after))
    .toSorted((a, b) => a - b);
}

async function callsIn(db: Database, from: number, to: number): Promise<WeekFigures['calls']> {
  const changes = await db
    .selectFrom('booking_changes')
    .select((e) => ['kind', e.fn.countAll().as('count')])
    .where('at', '>=', from)
    .where('at', '<', to)
    .groupBy('kind')
    .execute();
  const changed = (kind: string) => Number(changes.find((one) => one.kind === kind)?.count ?? 0);
  const over = await db
    .selectFrom('bookings')
    .select(
      sql<number>`case when exists (select 1 from lead_events e where e.lead_id = bookings.lead_id and e.kind = 'not-reached' and e.at >= bookings.start_at) then 1 else 0 end`.as(
        'missed',
      ),
    )
    .where('state', '=', 'booked')
    .where('start_at', '>=', from)
    .where('start_at', '<', to)
    .execute();
  const missed = over.filter((one) => Number(one.missed) === 1).length;
  return { booked: changed('booked'), cancelled: changed('cancelled'), kept: over.length - missed, missed };
}
