import type { FastifyReply } from 'fastify';
import { office } from '#content/office.ts';
import { deskFunnel } from '#content/pages/desk-funnel.ts';
import { countsVisits } from '#content/visits.ts';
import { dayOf, isoDay } from '#domain/calendar.ts';
import { isoDay as isoDayIn } from '#domain/wall-clock.ts';
import type { Database } from '../store/database.ts';
import { BYTE_ORDER_MARK, csvRecord } from '../system/csv.ts';
import { frenchDuration } from '../system/french-time.ts';
import { before, type FunnelFigures, funnelFigures, type Period } from '../visits/funnel.ts';
import { hidesVisits } from '../visits/hidden-visits.ts';
import type { DeskDeps, View } from './deps.ts';
import { type FunnelTable, funnelTables, periodOf, SPANS, type Span } from './figures/funnel-view.ts';
import { FunnelPage } from './pages/funnel-page.tsx';

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
