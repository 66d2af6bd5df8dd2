import {
  type HourCounts,
  MEDIAN_OVER,
  type MedianDelivery,
  type StateCounts,
} from '#server/leads/operator/operator-reader.ts';
import type { Answer, Invocation } from './command.ts';
import { type Column, table } from './print/table.ts';
import { readableDay, readableDuration, swissTime } from './print/when.ts';
import { advice, countsLine, grouped, total } from './print/words.ts';

const DAY_MS = 86_400_000;
const DAYS = 14;
const WEEKS = 8;

interface Period extends StateCounts {
  /** Its first day, `2026-11-21`. */
  readonly from: string;
}

const COLUMNS: readonly Column<Period>[] = [
  { title: '', width: 12, text: ({ from }) => readableDay(from) },
  { title: '   Reçus', width: 8, text: (period) => right(total(period)) },
  { title: '  Livrés', width: 8, text: ({ delivered }) => right(delivered) },
  { title: 'En attente', width: 10, text: ({ waiting }) => right(waiting, 10) },
  { title: ' Refusés', width: 8, text: ({ refused }) => right(refused) },
  { title: ' Retenus', width: 8, text: ({ held }) => right(held) },
];

/** What was received by day and by week, where it stands, and how long its delivery took. */
export async function deliveries({
  store,
  now,
}: Pick<Invocation, 'store' | 'now'>): Promise<Answer & { json: object }> {
  const since = now() - (WEEKS + 1) * 7 * DAY_MS;
  const hours = await store.reader.byHour(since);
  const today = swissTime(now()).slice(0, 10);
  const days = lastPeriods(hours, DAYS, today, 1);
  const weeks = lastPeriods(hours, WEEKS, mondayOf(today), 7);
  const counts = await store.reader.counts();
  const ever = await store.reader.medianDelivery(0);
  const week = await store.reader.medianDelivery(now() - 7 * DAY_MS);
  const lines = [
    `Par jour (heure suisse, ${DAYS} derniers jours, selon le jour de réception)`,
    ...table(COLUMNS, days),
    '',
    `Par semaine, dès le lundi (${WEEKS} dernières)`,
    ...table(COLUMNS, weeks),
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
): Period[] {
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
