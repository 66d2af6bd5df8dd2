import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import type { Instant } from '#domain/instant.ts';
import { statusAfter } from '#domain/lead-status.ts';
import type { EventKind } from '#domain/promise.ts';
import { SOURCE_FIELDS, type SourceField } from '#domain/source.ts';
import { type FunnelStep, NO_STEPS, type StepCounts } from '#domain/visit-steps.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { instantAt } from '#domain/zone-clock.ts';
import type { Database } from '../store/database.ts';
import { lastMark, toEvent } from '../store/leads/events.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { readAside } from '../store/read-aside.ts';

/** A week of events in one statement, between which others write. */
const PART_MS = 7 * 24 * 60 * 60_000;

const TELLING = [
  'call-booked',
  'call-cancelled',
  'confirmed',
  'answered',
  'not-reached',
  'held',
  'won',
  'lost',
] as const satisfies readonly EventKind[];

/** What became of one lead. */
interface LeadSteps {
  readonly row: { readonly [F in 'page' | SourceField]: string | null } & { readonly created_at: Instant };
  readonly steps: readonly FunnelStep[];
  /** Swiss francs. */
  readonly amount: number;
  /** When it was answered first. */
  readonly answered: Instant | undefined;
}

/**
 * What became, until now, of the leads that came since one instant and before another; leads that nothing happened to
 * or that are held back are not among them. Events come after their lead, so the index of their kinds and times has them, and of a million
 * leads only those are read that somebody has to do with.
 */
async function leadSteps(db: Database, from: Instant, to: Instant, now: Instant): Promise<LeadSteps[]> {
  const told: EventRow[] = [];
  for (let at = from; at <= now; at += PART_MS)
    told.push(...(await eventsIn(db, at, at + PART_MS, from, to)));
  return [...Map.groupBy(told, ({ lead_id }) => lead_id).values()].flatMap(stepsOf);
}

type EventRow = Awaited<ReturnType<typeof eventsIn>>[number];

function eventsIn(db: Database, at: Instant, until: Instant, from: Instant, to: Instant) {
  return readAside(
    db,
    db
      .selectFrom('lead_events as e')
      .crossJoin('leads as l')
      .select(['e.lead_id', 'e.kind', 'e.at', 'e.by', 'e.detail'])
      .select(['l.created_at', 'l.page', 'l.source', 'l.medium', 'l.campaign'])
      .where(sql<boolean>`l.id = e.lead_id`)
      .where('e.kind', 'in', TELLING)
      .where('e.at', '>=', at)
      .where('e.at', '<', until)
      .where('l.created_at', '>=', from)
      .where('l.created_at', '<', to)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox')
              .select('lead_id')
              .where(sql<boolean>`outbox.lead_id = l.id`)
              .where(IN_STATE.held),
          ),
        ),
      )
      .orderBy('e.at')
      .orderBy('e.id'),
  );
}

function stepsOf(rows: readonly EventRow[]): LeadSteps[] {
  const [row] = rows;
  if (row === undefined) return [];
  const events = rows.map(toEvent);
  const status = statusAfter(events);
  const mark = lastMark(events);
  const reached: Readonly<Record<Exclude<FunnelStep, 'visit' | 'form' | 'lead'>, boolean>> = {
    booked: status !== 'Cold',
    confirmed: status === 'Hot',
    held: events.some(({ kind }) => kind === 'held'),
    won: mark?.kind === 'won',
    lost: mark?.kind === 'lost',
  };
  const { amount } = mark?.detail ?? {};
  return [
    {
      row,
      steps: (Object.keys(reached) as (keyof typeof reached)[]).filter((step) => reached[step]),
      amount: reached.won && typeof amount === 'number' ? amount : 0,
      answered: events.find(({ kind }) => kind === 'answered')?.at,
    },
  ];
}

/** Days, both included: `YYYY-MM-DD`, in the office's time zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A source as a row has it; without `source`: it is not known. */
export type SourceKey = { readonly [F in SourceField]?: string };

export interface FunnelFigures extends Period {
  readonly total: StepCounts;
  /** By the path of the page, which is undefined where it is not known; the most visited first. */
  readonly pages: readonly { readonly page: string | undefined; readonly counts: StepCounts }[];
  readonly sources: readonly (SourceKey & { readonly counts: StepCounts })[];
  /** Every day of the period, with what its leads are worth that were won, in Swiss francs. */
  readonly days: readonly { readonly day: string; readonly counts: StepCounts; readonly amount: number }[];
  /** Times from a lead to the first answer, in milliseconds, ascending. */
  readonly answeredAfter: readonly number[];
}

/** The period of the same length just before. */
export function before({ from, to }: Period): Period {
  const [first, last] = [dayOf(from) ?? 0, dayOf(to) ?? 0];
  return { from: isoDay(first - (last - first) - 1), to: isoDay(first - 1) };
}

/** The last days up to that of an instant. */
export function lastDays(count: number, now: Instant): Period {
  const to = isoDayIn(now, office.timeZone);
  return { from: isoDay((dayOf(to) ?? 0) - count + 1), to };
}

/** What the figures are added up by. */
interface At extends SourceKey {
  readonly day: string;
  readonly page?: string | undefined;
}

/**
 * What is counted and known of a period. From the lead on it is what became of those that came in the period, until
 * now; leads that are held back do not count, and calls without a lead count on the day on which they were booked.
 * Read in parts, between which others write.
 */
export async function funnelFigures(db: Database, period: Period, now: Instant): Promise<FunnelFigures> {
  const days = daysOf(period);
  const sums = adder();
  const visits = await readAside(
    db,
    db
      .selectFrom('visit_counts')
      .select((e) => ['day', 'page', ...SOURCE_FIELDS, 'step', e.fn.sum<number>('count').as('count')])
      .where('day', '>=', period.from)
      .where('day', '<=', period.to)
      .groupBy(['day', 'page', ...SOURCE_FIELDS, 'step']),
  );
  for (const { step, count, ...at } of visits) sums.add(at, step, Number(count));
  for (const day of days) {
    const [from, to] = [startOf(day), startOf(day + 1)];
    for (const [row, sign] of await leadsBetween(db, from, to))
      sums.add({ ...known(row), day: isoDay(day) }, 'lead', sign * Number(row.count));
  }
  const [from, to] = [startOf(days[0] ?? 0), startOf((days.at(-1) ?? 0) + 1)];
  const answeredAfter: number[] = [];
  for (const { row, steps, amount, answered } of await leadSteps(db, from, to, now)) {
    const at = { ...known(row), day: isoDayIn(row.created_at, office.timeZone) };
    for (const step of steps) sums.add(at, step, 1);
    sums.addAmount(at.day, amount);
    if (answered !== undefined) answeredAfter.push(Math.max(0, answered - row.created_at));
  }
  for (const { created_at, outcome } of await callsWithoutLead(db, from, to)) {
    const at = { day: isoDayIn(created_at, office.timeZone), page: CALL_PAGE };
    sums.add(at, 'booked', 1);
    if (outcome === 'held') sums.add(at, 'held', 1);
  }
  return {
    ...period,
    ...sums.result(days.map(isoDay)),
    answeredAfter: answeredAfter.toSorted((a, b) => a - b),
  };
}

const CALL_PAGE = '/rendez-vous';

function daysOf({ from, to }: Period): number[] {
  const [first, last] = [dayOf(from) ?? 0, dayOf(to) ?? 0];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth);
}

const startOf = (date: number): Instant => instantAt({ date, minutes: 0 }, office.timeZone);

const GROUPED = ['page', ...SOURCE_FIELDS] as const;
type Grouped = { readonly [F in (typeof GROUPED)[number]]: string | null };

/** A row without what is unknown. */
function known(row: Grouped): Omit<At, 'day'> {
  return Object.fromEntries(GROUPED.flatMap((field) => (row[field] === null ? [] : [[field, row[field]]])));
}

/** How many leads came, by page and source, and how many of them are held back now, to be taken off. */
async function leadsBetween(db: Database, from: Instant, to: Instant) {
  const came = db
    .selectFrom('leads')
    .select((e) => [...GROUPED, e.fn.countAll<number>().as('count')])
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy(GROUPED);
  // A held row is due since its lead was accepted.
  const held = db
    .selectFrom('outbox')
    .crossJoin('leads')
    .select((e) => [...GROUPED, e.fn.countAll<number>().as('count')])
    .where(sql<boolean>`leads.id = outbox.lead_id`)
    .where(IN_STATE.held)
    .where('due_at', '>=', from)
    .where('due_at', '<', to)
    .groupBy(GROUPED);
  return [
    ...(await readAside(db, came)).map((row) => [row, 1] as const),
    ...(await readAside(db, held)).map((row) => [row, -1] as const),
  ];
}

/** The calls that stand and were booked without a lead. */
function callsWithoutLead(db: Database, from: Instant, to: Instant) {
  return readAside(
    db,
    db
      .selectFrom('bookings')
      .select(['created_at', 'outcome'])
      // No call begins before it is booked: the index of starts has them.
      .where('start_at', '>=', from)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .where('lead_id', 'is', null)
      .where('state', '=', 'booked')
      .where(sql<boolean>`held is distinct from 'waiting'`),
  );
}

/** Adds figures up by page, source and day. */
function adder() {
  const pages = new Map<string | undefined, Record<FunnelStep, number>>();
  const sources = new Map<string, { at: SourceKey; counts: Record<FunnelStep, number> }>();
  const days = new Map<string, Record<FunnelStep, number>>();
  const amounts = new Map<string, number>();
  const total = { ...NO_STEPS };
  return {
    add({ day, page, ...at }: At, step: FunnelStep, count: number): void {
      const key = JSON.stringify(SOURCE_FIELDS.map((field) => at[field] ?? null));
      const ofSource = sources.get(key) ?? { at, counts: { ...NO_STEPS } };
      const ofPage = pages.get(page) ?? { ...NO_STEPS };
      const ofDay = days.get(day) ?? { ...NO_STEPS };
      for (const counts of [ofSource.counts, ofPage, ofDay, total]) counts[step] += count;
      sources.set(key, ofSource);
      pages.set(page, ofPage);
      days.set(day, ofDay);
    },
    addAmount: (day: string, amount: number) => amounts.set(day, (amounts.get(day) ?? 0) + amount),
    result: (all: readonly string[]): Omit<FunnelFigures, keyof Period | 'answeredAfter'> => ({
      total,
      pages: [...pages].map(([page, counts]) => ({ page, counts })).toSorted(byCounts),
      sources: [...sources.values()].map(({ at, counts }) => ({ ...at, counts })).toSorted(byCounts),
      days: all.map((day) => ({ day, counts: days.get(day) ?? NO_STEPS, amount: amounts.get(day) ?? 0 })),
    }),
  };
}

function byCounts(a: { readonly counts: StepCounts }, b: { readonly counts: StepCounts }): number {
  return (
    b.counts.visit - a.counts.visit || b.counts.lead - a.counts.lead || b.counts.booked - a.counts.booked
  );
}
