import type { Instant } from './instant.ts';
import { type LocalMoment, localMoment } from './opening-hours.ts';

/**
 * The clock changes of a time zone: an offset from UTC in minutes, the second since the epoch until which it holds,
 * the next offset, and so on; the table ends with its last second. It is computed at build, because a phone's browser
 * takes longer to load its time zones than to run the rest of the page's script.
 */
export type ZoneClock = readonly number[];

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * The clock of an IANA time zone from `from` to `to`, to the minute.
 * @throws RangeError when the zone is unknown
 */
export function zoneClock(timeZone: string, from: Date, to: Date): ZoneClock {
  const offset = (at: number) => offsetAt(at, timeZone);
  const clock = [offset(from.getTime())];
  for (let day = from.getTime(); day < to.getTime(); day += DAY_MS) {
    let [before, after] = [day, Math.min(day + DAY_MS, to.getTime())];
    if (offset(after) === clock.at(-1)) continue;
    while (after - before > MINUTE_MS) {
      const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
      if (offset(middle) === clock.at(-1)) before = middle;
      else after = middle;
    }
    clock.push(after / 1000, offset(after));
  }
  return [...clock, to.getTime() / 1000];
}

/** The local moment by such a table; undefined when the table does not cover the instant or is malformed. */
export function momentByClock(instant: Date, clock: ZoneClock): LocalMoment | undefined {
  const now = instant.getTime();
  const until = clock.findIndex((second, i) => i % 2 === 1 && now < second * 1000);
  const offset = clock[until - 1];
  if (offset === undefined) return undefined;
  return utcMoment(now + offset * MINUTE_MS);
}

/**
 * The instant of a local time in an IANA time zone; of a time that a clock change
 * skips or repeats, one of the two possible instants.
 */
export function instantAt(moment: LocalMoment, timeZone: string): Instant {
  const utc = instantInUtc(moment);
  const guess = utc - offsetAt(utc, timeZone) * MINUTE_MS;
  return utc - offsetAt(guess, timeZone) * MINUTE_MS;
}

/** The instant at which clocks in UTC show a local time: in any time zone it is within a day of the instant meant. */
export function instantInUtc({ date, minutes }: LocalMoment): number {
  return date * DAY_MS + minutes * MINUTE_MS;
}

/** Minutes that local time is ahead of UTC at an instant. */
function offsetAt(at: number, timeZone: string): number {
  const { date, minutes } = localMoment(new Date(at), timeZone);
  const utc = utcMoment(at);
  return (date - utc.date) * 24 * 60 + minutes - utc.minutes;
}

function utcMoment(at: number): LocalMoment {
  return { date: Math.floor(at / DAY_MS), minutes: Math.floor((at % DAY_MS) / MINUTE_MS) };
}
