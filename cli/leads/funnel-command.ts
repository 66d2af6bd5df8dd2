import { funnelNotes, kindWords, pageText, rateText, sourceLine, stepWords } from '#content/funnel.ts';
import { countsVisits } from '#content/visits.ts';
import { dayOf } from '#domain/calendar.ts';
import { rateOf } from '#domain/rate.ts';
import {
  BESIDE_STEPS,
  FUNNEL_STEPS,
  type FunnelStep,
  STEP_NAMES,
  type StepCounts,
} from '#domain/visit-steps.ts';
import {
  type HourCounts,
  MEDIAN_OVER,
  type MedianDelivery,
  type StateCounts,
} from '#server/leads/operator/operator-reader.ts';
import { before, type FunnelFigures, funnelFigures, lastDays, type Period } from '#server/visits/funnel.ts';
import { hidesVisits } from '#server/visits/hidden-visits.ts';
import type { Command, CommandAnswer, Invocation } from './command.ts';
import { UsageError } from './command-errors.ts';
import {
  advice,
  countsLine,
  grouped,
  readableDay,
  readableDuration,
  safeText,
  swissTime,
  type TableColumn,
  tableLines,
  total,
} from './print.ts';

/** When no day is named. */
const DAYS = 30;
/** In the lines for a reader; `--json` has all. */
const MOST_ROWS = 20;

export const funnelCommand: Command = {
  usage: 'funnel [--from <jour>] [--to <jour>]',
  summary: 'de la première visite au oui, par page et par provenance, et ce qui est reçu et livré',
  options: { from: { type: 'string' }, to: { type: 'string' } },
  references: 'none',
  check({ values }) {
    periodIn(values, 0);
  },
  async run({ config, store, values, now }) {
    const period = periodIn(values, now());
    const figures = await funnelFigures(store.db, period, now());
    const previous = await funnelFigures(store.db, before(period), now());
    const delivered = await deliveryFigures({ store, now });
    const hidden = hidesVisits(config.trustProxy);
    const { sources, pages, days, total } = figures;
    const json = {
      // The same name beside it is of the deliveries, by day.
      ...delivered.json,
      ...period,
      steps: stepsOf(total),
      beside: Object.entries(BESIDE_STEPS).map(([step, kind]) => ({
        step,
        count: total[step as FunnelStep],
        kind,
      })),
      pages: pages.map(({ page, counts }) => ({ page: page ?? null, steps: stepsOf(counts) })),
      sources: sources.map(({ counts, source, medium, campaign }) => ({
        ...{ source: source ?? null, medium: medium ?? null, campaign: campaign ?? null },
        steps: stepsOf(counts),
      })),
      amount: days.reduce((sum, { amount }) => sum + amount, 0),
      previous: { ...before(period), steps: stepsOf(previous.total) },
      counting: countsVisits,
      visitsHidden: hidden,
    };
    const notes = [
      ...(countsVisits ? [funnelNotes.counted] : [funnelNotes.off]),
      funnelNotes.known,
      ...(hidden ? [funnelNotes.hidden] : []),
    ];
    return { json, lines: [...words(figures, previous), '', ...notes, '', ...delivered.lines] };
  },
};

/** Throws UsageError for what is no day, or no period. */
function periodIn(values: Invocation['values'], now: number): Period {
  const [from, to] = (['from', 'to'] as const).map((name) => {
    const given = values[name];
    if (given !== undefined && (typeof given !== 'string' || dayOf(given) === undefined))
      throw new UsageError(`--${name} ${safeText(String(given))}\u202f: attendu un jour, comme 2026-11-01.`);
    return given;
  });
  if (from !== undefined && to !== undefined && from > to)
    throw new UsageError(`--from ${from} est après --to ${to}.`);
  const last = lastDays(1, now).to;
  return { to: to ?? last, from: from ?? lastDays(DAYS, Date.parse(`${to ?? last}T12:00:00Z`)).from };
}

const stepsOf = (counts: StepCounts) =>
  STEP_NAMES.map((step) => ({ step, count: counts[step], kind: FUNNEL_STEPS[step] }));

function words({ from, to, total, pages, sources }: FunnelFigures, { total: past }: FunnelFigures): string[] {
  const steps: readonly TableColumn<(typeof STEP_NAMES)[number]>[] = [
    { title: '', text: (step) => stepWords[step] },
    { title: '  Nombre', width: 8, text: (step) => grouped(total[step]).padStart(8) },
    { title: '   Avant', width: 8, text: (step) => grouped(past[step]).padStart(8) },
    { title: 'De l’étape d’avant', text: (step) => shareOf(total, step) },
    { title: '', text: (step) => kindWords[FUNNEL_STEPS[step]] },
  ];
  const by = <R extends { readonly counts: StepCounts }>(title: string, text: (row: R) => string) => [
    { title, text: (row: R) => safeText(text(row)) },
    ...STEP_NAMES.map((step) => ({
      title: stepWords[step],
      text: ({ counts }: R) => grouped(counts[step]).padStart(stepWords[step].length),
    })),
  ];
  return [
    `L’entonnoir du ${readableDay(from)} au ${readableDay(to)}, et la période d’avant`,
    ...tableLines(steps, STEP_NAMES),
    '',
    ...tableLines(
      by<FunnelFigures['pages'][number]>('Par page', ({ page }) => pageText(page)),
      pages.slice(0, MOST_ROWS),
    ),
    '',
    ...tableLines(
      by<FunnelFigures['sources'][number]>('Par provenance', sourceLine),
      sources.slice(0, MOST_ROWS),
    ),
  ];
}

/** The share of the step before, as a text; empty where there is none. */
function shareOf(counts: StepCounts, step: (typeof STEP_NAMES)[number]): string {
  const ahead = STEP_NAMES[STEP_NAMES.indexOf(step) - 1];
  const rate = ahead && rateOf(counts[step], counts[ahead]);
  return rate === undefined ? '' : rateText(rate);
}

const DAY_MS = 86_400_000;
const LISTED_DAYS = 14;
const WEEKS = 8;

interface CountedPeriod extends StateCounts {
  /** Its first day, `2026-11-21`. */
  readonly from: string;
}

const COLUMNS: readonly TableColumn<CountedPeriod>[] = [
  { title: '', width: 12, text: ({ from }) => readableDay(from) },
  { title: '   Reçus', width: 8, text: (period) => right(total(period)) },
  { title: '  Livrés', width: 8, text: ({ delivered }) => right(delivered) },
  { title: 'En attente', width: 10, text: ({ waiting }) => right(waiting, 10) },
  { title: ' Refusés', width: 8, text: ({ refused }) => right(refused) },
  { title: ' Retenus', width: 8, text: ({ held }) => right(held) },
];

/** What was received by day and by week, where it stands, and how long its delivery took. */
async function deliveryFigures({
  store,
  now,
}: Pick<Invocation, 'store' | 'now'>): Promise<CommandAnswer & { json: object }> {
  const since = now() - (WEEKS + 1) * 7 * DAY_MS;
  const hours = await store.reader.byHour(since);
  const today = swissTime(now()).slice(0, 10);
  const days = lastPeriods(hours, LISTED_DAYS, today, 1);
  const weeks = lastPeriods(hours, WEEKS, mondayOf(today), 7);
  const counts = await store.reader.counts();
  const ever = await store.reader.medianDelivery(0);
  const week = await store.reader.medianDelivery(now() - 7 * DAY_MS);
  const lines = [
    `Par jour (heure suisse, ${LISTED_DAYS} derniers jours, selon le jour de réception)`,
    ...tableLines(COLUMNS, days),
    '',
    `Par semaine, dès le lundi (${WEEKS} dernières)`,
    ...tableLines(COLUMNS, weeks),
    '',
    countsLine(counts),
    `Délai médian de la réception à la livraison\u202f: ${delay(ever)}\u202f; sur les contacts des 7 derniers jours\u202f: ${delay(week)}.`,
    ...advice(counts),
  ];
  const medians = { medianDeliveryMs: ever?.ms ?? null, medianDeliveryWeekMs: week?.ms ?? null };
  const medianNewestOnly = ever?.newestOnly ?? false;
  return { json: { days, weeks, counts, ...medians, medianNewestOnly }, lines };
}

/** The last periods, newest first, empty ones included. Stepping by hours is exact: Swiss time differs by whole hours. */
function lastPeriods(
  hours: readonly HourCounts[],
  count: number,
  newest: string,
  daysEach: number,
): CountedPeriod[] {
  return Array.from({ length: count }, (_, index) => {
    const from = addDays(newest, -index * daysEach);
    const to = addDays(from, daysEach);
    const inside = hours.filter(({ hour }) => {
      const day = swissTime(hour).slice(0, 10);
      return from <= day && day < to;
    });
    const sum = (state: keyof StateCounts) => inside.reduce((all, entry) => all + entry[state], 0);
    return {
      from,
      delivered: sum('delivered'),
      waiting: sum('waiting'),
      refused: sum('refused'),
      held: sum('held'),
    };
  });
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}

function right(count: number, width = 8): string {
  return grouped(count).padStart(width);
}

function delay(median: MedianDelivery | undefined): string {
  if (median === undefined) return 'aucune livraison';
  return (
    readableDuration(median.ms) + (median.newestOnly ? ` (les ${grouped(MEDIAN_OVER)} derniers livrés)` : '')
  );
}
