import { officeDay, startOfDay } from '#domain/availability.ts';
import { isoDay } from '#domain/wall-clock.ts';
import type { FreeTimes } from '../../bookings/free-times.ts';
import type { TimeChoice } from '../../pages/time-choice.ts';
import type { BookingDeps } from './deps.ts';
import { readDay } from './slots.ts';

/** Days with free times on one page. */
const DAYS = 5;

/**
 * Some days of free times from the day that the address names on, and links to the others.
 * @param from `YYYY-MM-DD`; the first free day when it is none
 * @param address of the page that begins with a day
 */
export async function timesFrom(
  { times, availability, now }: BookingDeps,
  from: unknown,
  address: (day: string | undefined) => string,
): Promise<TimeChoice> {
  const { timeZone } = availability;
  const today = startOfDay(officeDay(now(), times.clock()) ?? 0, times.clock());
  const asked = readDay(from);
  const begin = asked === undefined ? today : Math.max(today, startOfDay(asked, times.clock()));
  const starts = await everyStart(times, today, availability.horizonDays);
  const later = starts.filter((start) => start >= begin);
  const days = [...new Set(later.map((start) => isoDay(start, timeZone)))];
  const shown = new Set(days.slice(0, DAYS));
  return {
    timeZone,
    starts: later.filter((start) => shown.has(isoDay(start, timeZone))),
    earlier: begin > today && starts.some((start) => start < begin) ? address(undefined) : undefined,
    later: days[DAYS] === undefined ? undefined : address(days[DAYS]),
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** One list for every visitor, whatever page they are on. */
function everyStart(times: FreeTimes, today: number, horizonDays: number): Promise<readonly number[]> {
  return times.list(today, today + (horizonDays + 2) * DAY_MS);
}
