import { minutesOf, type OpeningHours } from './opening-hours.ts';

/** The opening hours and holidays of an office. */
export interface Office {
  readonly hours: OpeningHours;
  /** IANA name. */
  readonly timeZone: string;
  /** Whether nobody works on that local day (`YYYY-MM-DD`). */
  readonly isHoliday: (day: string) => boolean;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Limits the search for the next opening, so that an office that never opens is an error, not an endless loop. */
const MOST_DAYS = 400;

/**
 * The instant at which that much working time has passed since `from`; with 0 minutes, the first working moment.
 * @param from milliseconds since the epoch
 * @param minutes of working time, 0 or more
 * @throws RangeError when the office does not open within 400 days
 */
export function afterWorkingMinutes(office: Office, from: number, minutes: number): number {
  let left = minutes * MINUTE_MS;
  for (const { opens, closes } of workingDays(office, localDay(from, office.timeZone))) {
    const start = Math.max(from, opens);
    if (start >= closes) continue;
    if (start + left <= closes) return start + left;
    left -= closes - start;
  }
  throw neverOpens();
}

/** When the office next opens on a later day than that of `from`; in milliseconds since the epoch, as `from`. */
export function nextMorning(office: Office, from: number): number {
  const tomorrow = dayAfter(localDay(from, office.timeZone));
  for (const { opens } of workingDays(office, tomorrow)) return opens;
  throw neverOpens();
}

/** A week from Monday to Monday, by the office's clock; milliseconds since the epoch. */
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
 * @param at milliseconds since the epoch
 * @throws RangeError when the office does not open within 400 days
 */
export function weekOf(office: Office, at: number): Week {
  const day = localDay(at, office.timeZone);
  const monday = daysAfter(day, 1 - weekdayOf(day));
  const next = daysAfter(monday, 7);
  const to = instantOf(next, 0, office.timeZone);
  const from = instantOf(monday, 0, office.timeZone);
  return { monday, from, to, after: afterWorkingMinutes(office, to, 0) };
}

/**
 * The closing time of the office, `days` working days after that of `from`; a day off, or an evening after closing,
 * counts as the next working day.
 * @param days 0 or more
 */
export function endOfWorkingDay(office: Office, from: number, days: number): number {
  let left = days;
  for (const { closes } of workingDays(office, localDay(from, office.timeZone))) {
    if (closes <= from) continue;
    if (left === 0) return closes;
    left -= 1;
  }
  throw neverOpens();
}

function* workingDays({ hours, timeZone, isHoliday }: Office, first: string) {
  let day = first;
  for (let count = 0; count < MOST_DAYS; count += 1, day = dayAfter(day)) {
    if (!hours.days.includes(weekdayOf(day)) || isHoliday(day)) continue;
    yield {
      opens: instantOf(day, minutesOf(hours.opens), timeZone),
      closes: instantOf(day, minutesOf(hours.closes), timeZone),
    };
  }
}

function neverOpens(): RangeError {
  return new RangeError('an office that does not open within 400 days');
}

function weekdayOf(day: string): OpeningHours['days'][number] {
  return (new Date(`${day}T00:00:00Z`).getUTCDay() || 7) as OpeningHours['days'][number];
}

function dayAfter(day: string): string {
  return daysAfter(day, 1);
}

function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The local day (`YYYY-MM-DD`) of an instant. */
export function localDay(at: number, timeZone: string): string {
  return new Date(asIfUtc(at, timeZone)).toISOString().slice(0, 10);
}

/** The instant of a local time; of one that a clock change skips or repeats, one of the two possible instants. */
function instantOf(day: string, minutes: number, timeZone: string): number {
  const wall = Date.parse(`${day}T00:00:00Z`) + minutes * MINUTE_MS;
  const guess = wall - (asIfUtc(wall, timeZone) - wall);
  return wall - (asIfUtc(guess, timeZone) - guess);
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** The local wall-clock time of an instant, as if its zone were UTC. */
function asIfUtc(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value ?? 0);
  const wall = Date.UTC(
    part('year'),
    part('month') - 1,
    part('day'),
    part('hour'),
    part('minute'),
    part('second'),
  );
  return wall + (((at % 1000) + 1000) % 1000);
}
