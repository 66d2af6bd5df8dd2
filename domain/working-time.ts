import { weekdayOf } from './calendar.ts';
import type { Instant } from './instant.ts';
import { hoursOn, localMoment, minutesOf, type OpeningHours } from './opening-hours.ts';
import { instantAt } from './zone-clock.ts';

/** When an office works; on holidays of the canton it does not. */
export interface Office {
  readonly hours: OpeningHours;
  /** IANA name. */
  readonly timeZone: string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Limits the search for the next opening, so that an office that never opens is an error, not an endless loop. */
const MOST_DAYS = 400;

/**
 * The instant at which that much working time has passed since `from`; with 0 minutes, the first working moment.
 * @param minutes of working time, 0 or more
 * @throws RangeError when the office does not open within 400 days
 */
export function afterWorkingMinutes(office: Office, from: Instant, minutes: number): number {
  let left = minutes * MINUTE_MS;
  for (const { opens, closes } of workingDays(office, dayOf(office, from))) {
    const start = Math.max(from, opens);
    if (start >= closes) continue;
    if (start + left <= closes) return start + left;
    left -= closes - start;
  }
  throw neverOpens();
}

/** When the office next opens on a later day than that of `from`. */
export function nextMorning(office: Office, from: Instant): number {
  for (const { opens } of workingDays(office, dayOf(office, from) + 1)) return opens;
  throw neverOpens();
}

/** A week from Monday to Monday, by the office's clock. */
export interface Week {
  /** Its Monday, `YYYY-MM-DD`. */
  readonly monday: string;
  readonly from: number;
  readonly to: number;
  /** When the office first opens after the week. */
  readonly after: number;
}

/**
 * The week of an instant.
 * @throws RangeError when the office does not open within 400 days
 */
export function weekOf(office: Office, at: Instant): Week {
  const day = dayOf(office, at);
  const monday = day + 1 - weekdayOf(day);
  const to = instantAt({ date: monday + 7, minutes: 0 }, office.timeZone);
  return {
    monday: new Date(monday * DAY_MS).toISOString().slice(0, 10),
    from: instantAt({ date: monday, minutes: 0 }, office.timeZone),
    to,
    after: afterWorkingMinutes(office, to, 0),
  };
}

/**
 * The closing time of the office, `days` working days after that of `from`; a day off, or an evening after closing,
 * counts as the next working day.
 * @param days 0 or more
 */
export function endOfWorkingDay(office: Office, from: number, days: number): number {
  let left = days;
  for (const { closes } of workingDays(office, dayOf(office, from))) {
    if (closes <= from) continue;
    if (left === 0) return closes;
    left -= 1;
  }
  throw neverOpens();
}

function* workingDays({ hours, timeZone }: Office, first: number) {
  for (let date = first; date < first + MOST_DAYS; date += 1) {
    const today = hoursOn(hours, date);
    if (today === undefined) continue;
    yield {
      opens: instantAt({ date, minutes: minutesOf(today.opens) }, timeZone),
      closes: instantAt({ date, minutes: minutesOf(today.closes) }, timeZone),
    };
  }
}

function neverOpens(): RangeError {
  return new RangeError('an office that does not open within 400 days');
}

/** The local day (calendar.ts) of an instant. */
function dayOf({ timeZone }: Office, at: number): number {
  return localMoment(new Date(at), timeZone).date;
}
