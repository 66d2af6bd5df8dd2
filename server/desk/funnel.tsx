import type { FastifyReply } from 'fastify';
import { funnelNotes, kindWords, pageText, rateText, sourceLine, stepWords } from '#content/funnel.ts';
import { office } from '#content/office.ts';
import { deskFunnel } from '#content/pages/desk-funnel.ts';
import { countsVisits } from '#content/visits.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import { rateOf } from '#domain/rate.ts';
import { FUNNEL_STEPS, STEP_NAMES, type StepCounts } from '#domain/visit-steps.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { DRAWN, NUMBER, PAST, PICTURE } from '#site/desk/markup.ts';
import type { Database } from '../store/database.ts';
import { BYTE_ORDER_MARK, csvRecord } from '../system/csv.ts';
import { frenchDay, frenchDuration } from '../system/french-time.ts';
import { plainText } from '../system/plain-text.ts';
import { before, type FunnelFigures, funnelFigures, type Period } from '../visits/funnel.ts';
import { hidesVisits } from '../visits/hidden-visits.ts';
import type { DeskDeps, View } from './deps.ts';
import type { Framed } from './frame.tsx';

/** The lengths of the periods that the page shows, in days. */
const SPANS = { jour: 1, semaine: 7, trimestre: 91 } as const;
type Span = keyof typeof SPANS;

/** A text, or a number with how it is read. */
type Cell = string | number;

/** A table of the page, which its picture is drawn from and its CSV written. */
interface FunnelTable {
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

export interface FunnelPageProps {
  readonly frame: Framed;
  readonly span: Span;
  /** The days of the period, `YYYY-MM-DD`. */
  readonly from: string;
  readonly to: string;
  /** The last day of the periods beside it; of one that has not begun: none. */
  readonly earlier: string;
  readonly later: string | undefined;
  readonly tables: readonly FunnelTable[];
  readonly notes: readonly (keyof typeof funnelNotes)[];
  /** Whether nothing was counted yet, and nobody has written. */
  readonly isEmpty: boolean;
}

/** Where a period of the funnel is shown. */
const addressIn =
  (root: string) =>
  (span: Span, last: string, table?: FunnelTable['id']): string =>
    `${root}/entonnoir${table === undefined ? '' : '.csv'}?periode=${span}&fin=${last}${table === undefined ? '' : `&table=${table}`}`;

/** « L’entonnoir »: the steps of a period beside the one before, each table with its picture. */
export function FunnelPage({
  frame,
  span,
  from,
  to,
  earlier,
  later,
  tables,
  notes,
  isEmpty,
}: FunnelPageProps) {
  const { spans, period } = deskFunnel;
  const funnelAddress = addressIn(frame.root);
  return (
    <>
      <h1>{deskFunnel.title}</h1>
      <p className="desk-funnel-period">{period(dayText(from), dayText(to))}</p>
      <nav className="desk-funnel-spans" aria-label={deskFunnel.title}>
        {(Object.keys(SPANS) as Span[]).map((one) => (
          <a key={one} href={funnelAddress(one, to)} aria-current={one === span ? 'page' : undefined}>
            {spans[one]}
          </a>
        ))}
        <a href={funnelAddress(span, earlier)} rel="prev">
          {deskFunnel.earlier}
        </a>
        {later !== undefined && (
          <a href={funnelAddress(span, later)} rel="next">
            {deskFunnel.later}
          </a>
        )}
      </nav>
      {!isEmpty && <Figures table={tables[0]} />}
      {isEmpty && <p className="desk-funnel-empty">{deskFunnel.empty}</p>}
      {tables.map((table) => (
        <Part key={table.id} table={table} csv={funnelAddress(span, to, table.id)} />
      ))}
      <ul className="desk-funnel-notes">
        {notes.map((note) => (
          <li key={note}>{funnelNotes[note]}</li>
        ))}
      </ul>
    </>
  );
}

const dayText = (day: string) => frenchDay(Date.parse(`${day}T12:00:00Z`));

/** The steps at a glance, each beside what it was. */
function Figures({ table }: { readonly table: FunnelTable | undefined }) {
  return (
    <dl className="desk-figures">
      {table?.rows.map(([name, now = 0, past = 0]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {shown(now)} <span className="desk-quiet">{deskFunnel.past(shown(past))}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Part({ table, csv }: { readonly table: FunnelTable; readonly csv: string }) {
  const { id, title, head, rows, picture, drawn, past, note } = table;
  const place = { [PICTURE]: picture, [DRAWN]: drawn.join(' '), [PAST]: past ?? 0 };
  return (
    <section className="desk-funnel-part" data-key={id}>
      <h2 id={id}>{title}</h2>
      <div className="desk-funnel-picture" aria-hidden="true" {...place} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard. */}
      <section className="desk-funnel-scroll" aria-labelledby={id} tabIndex={0}>
        <table className="desk-funnel-table">
          <thead>
            <tr>
              {head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name = '', ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, nth) => (
                  <td key={head[nth + 1]} {...(typeof cell === 'number' && { [NUMBER]: cell })}>
                    {shown(cell)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className="desk-funnel-under">
        {note} <a href={csv}>{deskFunnel.csvOf(title)}</a>
      </p>
    </section>
  );
}

/** Thousands as Switzerland parts them. */
function shown(cell: Cell): string {
  return typeof cell === 'number' ? cell.toLocaleString('fr-CH') : cell;
}

export const FUNNEL_CSV = '/entonnoir.csv';

export const funnelView: View = async ({ deps, frame, query }) => {
  const { span, period, last } = askedIn(query, deps.now());
  const { now, past, tables } = await madeFor(deps, span, period);
  const notes = [
    countsVisits ? 'counted' : 'off',
    'known',
    ...(hidesVisits(deps.config.trustProxy) ? ['hidden' as const] : []),
  ] as const;
  const later = isoDay((dayOf(period.to) ?? 0) + SPANS[span]);
  const page = {
    ...{ frame, span, ...period, tables, notes },
    earlier: before(period).to,
    later: period.to >= last ? undefined : later > last ? last : later,
    isEmpty: [now, past].every(({ total }) => total.visit + total.lead + total.booked === 0),
  };
  return [deskFunnel.title, <FunnelPage key="funnel" {...page} />];
};

/** One table of the page, as the spreadsheets of Switzerland read it. */
export async function funnelCsv(
  deps: DeskDeps,
  query: Readonly<Record<string, string>>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { span, period } = askedIn(query, deps.now());
  const { tables } = await madeFor(deps, span, period);
  const [first] = tables;
  const { id, head, rows } = tables.find((table) => table.id === query.table) ?? (first as FunnelTable);
  const lines = [head, ...rows].map((cells) => csvRecord(cells.map(String)));
  return reply
    .header('content-disposition', `attachment; filename="entonnoir-${id}-${period.from}-${period.to}.csv"`)
    .type('text/csv; charset=utf-8')
    .send(BYTE_ORDER_MARK + lines.join(''));
}

/** The period that an address names: of seven days up to today, unless it says otherwise. */
function askedIn({ periode = '', fin = '' }: Readonly<Record<string, string>>, now: number) {
  const last = isoDayIn(now, office.timeZone);
  const span: Span = Object.hasOwn(SPANS, periode) ? (periode as Span) : 'semaine';
  const isDay = dayOf(fin) !== undefined && fin >= '2000' && fin <= last;
  return { span, last, period: periodOf(span, isDay ? fin : last) };
}

async function madeFor({ db, now }: DeskDeps, span: Span, period: Period) {
  const [figures, past] = [await figuresOf(db, period, now()), await figuresOf(db, before(period), now())];
  const middle = figures.answeredAfter[Math.floor((figures.answeredAfter.length - 1) / 2)];
  const median = middle === undefined ? undefined : frenchDuration(middle);
  return { now: figures, past, tables: funnelTables(figures, past, span, median) };
}

/** How many times as long as they took to read figures are shown again: open desks ask at each change. */
const AGAIN = 4;

interface Read {
  readonly figures: Promise<FunnelFigures>;
  until: number;
}
const read = new WeakMap<Database, Map<string, Read>>();

function figuresOf(db: Database, period: Period, now: number): Promise<FunnelFigures> {
  const known = read.get(db) ?? new Map<string, Read>();
  read.set(db, known);
  for (const [key, { until }] of known) if (until < performance.now()) known.delete(key);
  const key = `${period.from} ${period.to}`;
  const again = known.get(key);
  if (again !== undefined) return again.figures;
  const began = performance.now();
  const figures = funnelFigures(db, period, now);
  const reading: Read = { figures, until: Number.POSITIVE_INFINITY };
  known.set(key, reading);
  const ended = () => {
    reading.until = performance.now() + AGAIN * (performance.now() - began);
  };
  figures.then(ended, () => known.delete(key));
  return figures;
}
