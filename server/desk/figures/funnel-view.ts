import { kindWords, pageText, rateText, sourceLine, stepWords } from '#content/funnel.ts';
import { deskFunnel } from '#content/pages/desk-funnel.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import { rateOf } from '#domain/rate.ts';
import { FUNNEL_STEPS, STEP_NAMES, type StepCounts } from '#domain/visit-steps.ts';
import { plainText } from '../../system/plain-text.ts';
import type { FunnelFigures, Period } from '../../visits/funnel.ts';

/** The lengths of the periods that the page shows, in days. */
export const SPANS = { jour: 1, semaine: 7, trimestre: 91 } as const;
export type Span = keyof typeof SPANS;

/** A text, or a number with how it is read. */
export type Cell = string | number;

/** A table of the page, which its picture is drawn from and its CSV written. */
export interface FunnelTable {
  readonly id: keyof typeof deskFunnel.tables;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** How the picture beside it is drawn. */
  readonly picture: 'bars' | 'columns';
  /** The columns that are drawn, counted from 0; of `bars` the one over the paler other. */
  readonly drawn: readonly number[];
  /** Of `columns`: how many rows, the first ones, are of the period before. */
  readonly past?: number;
  readonly note?: string;
}

/** In a table; the rest is summed. */
const MOST_ROWS = 12;
const MINUTE_MS = 60_000;

/** The period of a span that ends on a day. */
export function periodOf(span: Span, last: string): Period {
  return { from: isoDay((dayOf(last) ?? 0) - SPANS[span] + 1), to: last };
}

/** The tables of the page, out of the figures of a period and of the one before. @param median of answers, as a text */
export function funnelTables(
  now: FunnelFigures,
  past: FunnelFigures,
  span: Span,
  median: string | undefined,
): FunnelTable[] {
  const { tables } = deskFunnel;
  const steps = STEP_NAMES.map((step) => stepWords[step]);
  const { etapes, provenances, pages, temps, reponses } = tables;
  return [
    {
      ...{ id: 'etapes', title: etapes.title, head: etapes.head, picture: 'bars', drawn: [1, 2] },
      rows: STEP_NAMES.map((step) => [
        ...[stepWords[step], now.total[step], past.total[step]],
        ...[shareOf(now.total, step), kindWords[FUNNEL_STEPS[step]]],
      ]),
    },
    {
      ...{ id: 'provenances', title: provenances.title, head: [provenances.first, ...steps] },
      ...{ picture: 'bars', drawn: [3, 1] },
      rows: ranked(now.sources.map((one) => [plainText(sourceLine(one)), one.counts])),
    },
    {
      ...{ id: 'pages', title: pages.title, head: [pages.first, ...steps], picture: 'bars', drawn: [3, 1] },
      rows: ranked(now.pages.map(({ page, counts }) => [plainText(pageText(page)), counts])),
    },
    {
      ...{ id: 'temps', title: temps.title, head: temps.head, note: temps.note },
      ...{ picture: 'columns', drawn: [2, 3, 4] },
      past: binned(past, span).length,
      rows: [...binned(past, span), ...binned(now, span)],
    },
    {
      ...{ id: 'reponses', title: reponses.title, head: reponses.head, picture: 'bars', drawn: [1, 2] },
      ...(median !== undefined && { note: reponses.median(median) }),
      rows: delays(now.answeredAfter, past.answeredAfter),
    },
  ];
}

/** The share of the step before. */
function shareOf(counts: StepCounts, step: (typeof STEP_NAMES)[number]): string {
  const ahead = STEP_NAMES[STEP_NAMES.indexOf(step) - 1];
  const rate = ahead && rateOf(counts[step], counts[ahead]);
  return rate === undefined ? '' : rateText(rate);
}

function ranked(all: readonly (readonly [string, StepCounts])[]): Cell[][] {
  const rest = all.slice(MOST_ROWS);
  const rows = all
    .slice(0, MOST_ROWS)
    .map(([name, counts]) => [name, ...STEP_NAMES.map((step) => counts[step])]);
  if (rest.length === 0) return rows;
  const sums = STEP_NAMES.map((step) => rest.reduce((sum, [, counts]) => sum + counts[step], 0));
  return [...rows, [deskFunnel.more(rest.length), ...sums]];
}

/** Day by day; of a quarter week by week. */
function binned({ days }: FunnelFigures, span: Span): Cell[][] {
  const size = span === 'trimestre' ? 7 : 1;
  return Array.from({ length: Math.ceil(days.length / size) }, (_, nth) => {
    const bin = days.slice(nth * size, (nth + 1) * size);
    const sum = (of: (day: (typeof bin)[number]) => number) => bin.reduce((all, day) => all + of(day), 0);
    return [
      (bin[0]?.day ?? '').split('-').reverse().join('.'),
      ...(['visit', 'lead', 'booked'] as const).map((step) => sum(({ counts }) => counts[step])),
      sum(({ amount }) => amount),
    ];
  });
}

function delays(now: readonly number[], past: readonly number[]): Cell[][] {
  return deskFunnel.delays.map(([until, name], nth) => {
    const from = deskFunnel.delays[nth - 1]?.[0] ?? -1;
    const within = (all: readonly number[]) =>
      all.filter((ms) => ms > from * MINUTE_MS && ms <= until * MINUTE_MS).length;
    return [name, within(now), within(past)];
  });
}
