import { officeDay, startOfDay } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import { fromStore } from '../../http/from-store.ts';
import type { Choice } from '../pages/time-choice.tsx';
import type { BookingDeps } from './deps.ts';
import { readDay } from './slots.ts';

/** How many days with free times one page shows. */
const DAYS = 5;
const DAY_MS = 24 * 60 * 60_000;

/**
 * The days with free times that one page shows, and the links to the pages before and after.
 * @param from `YYYY-MM-DD`, the first day to show; the first free day when it is not a day
 * @param address makes the address of the page that begins with a day
 * @param visitorZone IANA time zone of the visitor, whose days they are; null: the office's
 */
export async function timesFrom(
  { times, availability, now }: BookingDeps,
  from: unknown,
  address: (day: string | undefined) => string,
  visitorZone: string | null = null,
): Promise<Choice> {
  const { timeZone } = availability;
  const today = startOfDay(officeDay(now(), times.clock()) ?? 0, times.clock());
  // All of them at once, so that every page is cut from the same cached list.
  const starts = await fromStore(times.list(today, today + (availability.horizonDays + 2) * DAY_MS));
  const first = readDay(from) === undefined ? '' : String(from);
  const shown: Instant[] = [];
  const days = new Set<string>();
  // `starts` is in ascending order, so the loop can end at the first day that is not shown. Finding the day of all free
  // times, which are hundreds, took most of the time of a request.
  for (const start of starts) {
    const day = isoDayIn(start, visitorZone ?? timeZone);
    if (day < first) continue;
    days.add(day);
    if (days.size > DAYS) break;
    shown.push(start);
  }
  const isFirst = shown[0] === starts[0];
  const next = [...days][DAYS];
  return {
    timeZone,
    visitorZone,
    starts: shown,
    earlier: isFirst ? undefined : address(undefined),
    later: next === undefined ? undefined : address(next),
  };
}
