import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { type Week, weekOf } from '#domain/working-time.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import type { HeldDeps } from './held-digest.ts';
import { mailId } from './ids.ts';
import { messagesQuery } from './new-message.ts';
import { countOwed, type OwedCount } from './owed.ts';
import { mailSummary } from './summary.ts';

const DAY_MS = 24 * 60 * 60_000;
/** A server that was away for longer tells of the last weeks only. */
const MOST_MISSED = 4;
const MOST_LISTED = 10;

/**
 * Sees to it that the owner has a mail about every week, when the office opens after it. The mail of a week stands as
 * a row from the first day of it on, under an id that follows from its Monday: a restart loses none, and of several
 * servers one writes it. Weeks that nobody was there for are made up for, as long as the rows had begun before.
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function oweWeek({ db, links, sender }: HeldDeps, now: number): Promise<void> {
  const instant = db.engine.instant(now);
  // A clock that ran ahead and was set right leaves mails of weeks that are still to come.
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
  // The engine's clock, so that servers whose own clocks differ mean the same week.
  const at = Number(row.now);
  const since = row.first === null ? at : Number(row.first);
  const weeks = [weekOf(office, at)];
  for (let missed = 0; missed < MOST_MISSED; missed += 1) {
    const before = weekOf(office, (weeks.at(-1) as Week).from - DAY_MS);
    if (before.to <= since) break;
    weeks.push(before);
  }
  await db.together([
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
  /** Of the others, how many nobody has answered or given up yet. */
  readonly unanswered: number;
  /** From coming to being marked answered, for each lead that first was within the week; ascending. */
  readonly answeredAfter: readonly number[];
  readonly calls: {
    readonly booked: number;
    readonly cancelled: number;
    /** Whose hour came and that nobody said was missed. */
    readonly kept: number;
    readonly missed: number;
  };
  readonly owed: OwedCount;
  /** Mails that are due and that no server has taken yet. */
  readonly stuck: number;
}

/**
 * Counts a week out of what the database says now.
 * @param now milliseconds since the epoch
 * @param own id of the mail that tells of it
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

async function leadsThatCame(db: Database, from: number, to: number) {
  const came = db
    .selectFrom('leads')
    .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
    .select((e) => e.fn.countAll().as('count'))
    .where('leads.created_at', '>=', from)
    .where('leads.created_at', '<', to);
  const settled = sql<boolean>`exists (select 1 from lead_events e where e.lead_id = leads.id and e.kind in ('answered', 'lost', 'confirmed'))`;
  const [received, held, unanswered] = await Promise.all([
    came.executeTakeFirstOrThrow(),
    came.where(IN_STATE.held).executeTakeFirstOrThrow(),
    came
      .where('outbox.held_because', 'is', null)
      .where((e) => e.not(settled))
      .executeTakeFirstOrThrow(),
  ]);
  return {
    received: Number(received.count),
    held: Number(held.count),
    unanswered: Number(unanswered.count),
  };
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
