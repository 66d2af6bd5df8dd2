import { officeDay, startOfDay } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDay } from '#domain/wall-clock.ts';
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
  const dayOf = (start: Instant) => isoDay(start, visitorZone ?? timeZone);
  const first = readDay(from) === undefined ? '' : String(from);
  const later = starts.filter((start) => dayOf(start) >= first);
  const days = [...new Set(later.map(dayOf))];
  const shown = new Set(days.slice(0, DAYS));
  return {
    timeZone,
    visitorZone,
    starts: later.filter((start) => shown.has(dayOf(start))),
    earlier: later.length < starts.length ? address(undefined) : undefined,
    later: days[DAYS] === undefined ? undefined : address(days[DAYS]),
  };
}
