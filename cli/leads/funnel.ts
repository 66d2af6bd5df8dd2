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
import { before, type FunnelFigures, funnelFigures, lastDays, type Period } from '#server/visits/funnel.ts';
import { hidesVisits } from '#server/visits/hidden-visits.ts';
import { UsageError } from '../common/errors.ts';
import type { Command, Invocation } from './command.ts';
import { deliveries } from './deliveries.ts';
import { safeText } from './print/safe-text.ts';
import { type Column, table } from './print/table.ts';
import { readableDay } from './print/when.ts';
import { grouped } from './print/words.ts';

/** When no day is named. */
const DAYS = 30;
/** In the lines for a reader; `--json` has all. */
const MOST_ROWS = 20;

export const funnel: Command = {
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
    const delivered = await deliveries({ store, now });
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
  const steps: readonly Column<(typeof STEP_NAMES)[number]>[] = [
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
    ...table(steps, STEP_NAMES),
    '',
    ...table(
      by<FunnelFigures['pages'][number]>('Par page', ({ page }) => pageText(page)),
      pages.slice(0, MOST_ROWS),
    ),
    '',
    ...table(by<FunnelFigures['sources'][number]>('Par provenance', sourceLine), sources.slice(0, MOST_ROWS)),
  ];
}

/** The share of the step before, as a text; empty where there is none. */
function shareOf(counts: StepCounts, step: (typeof STEP_NAMES)[number]): string {
  const ahead = STEP_NAMES[STEP_NAMES.indexOf(step) - 1];
  const rate = ahead && rateOf(counts[step], counts[ahead]);
  return rate === undefined ? '' : rateText(rate);
}
