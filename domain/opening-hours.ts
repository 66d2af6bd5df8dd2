import { dayNumber, type Weekday, weekdayOf } from './calendar.ts';
import { isHoliday } from './holidays.ts';

/** One opening and one closing, local time of the place, `HH:MM`. */
export interface Stretch {
  readonly opens: string;
  readonly closes: string;
}

/** A day on which other hours hold, or none: whatever the weekday, and whether or not it is a holiday. */
export interface ExceptionalDay {
  /** A day number (calendar.ts). */
  readonly date: number;
  /** undefined: closed all day. */
  readonly hours: Stretch | undefined;
}

/** One opening and one closing a day, on the given weekdays except holidays. */
export interface OpeningHours extends Stretch {
  readonly days: readonly Weekday[];
  readonly exceptions?: readonly ExceptionalDay[];
}

/** Whether a place is open, and if not, when it next opens. */
export type OpenState =
  | { readonly open: true; readonly closes: string }
  | {
      readonly open: false;
      /** `HH:MM` on the next day that it opens, `date` (calendar.ts), `inDays` from today. */
      readonly opens: string;
      readonly date: number;
      readonly inDays: number;
      /** Whether it is closed today because of a holiday. */
      readonly holiday: boolean;
    };

/** A local wall-clock moment: the day (calendar.ts) and minutes since midnight. */
export interface LocalMoment {
  readonly date: number;
  readonly minutes: number;
}

/** How many days to look ahead: a place may be closed for a season. */
const FURTHEST_DAYS = 366;

/** One for each time zone, since making one takes long. */
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * The local moment at `instant` in an IANA time zone (summer time included, by the platform's own rules).
 * @throws RangeError when the zone is unknown
 */
export function localMoment(instant: Date, timeZone: string): LocalMoment {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  formats.set(timeZone, format);
  const parts = format.formatToParts(instant);
  const part = (type: string) => Number(parts.find((p) => p.type === type)?.value);
  return {
    date: dayNumber(part('year'), part('month'), part('day')),
    minutes: part('hour') * 60 + part('minute'),
  };
}

/**
 * Whether a place with `hours` is open at `now`. Opening is inclusive, closing exclusive; on a holiday of the canton
 * it stays closed, unless that day is an exception.
 * @throws RangeError when it does not open within a year: then it has no next opening
 */
export function openState(hours: OpeningHours, now: LocalMoment): OpenState {
  const { date, minutes } = now;
  const today = hoursOn(hours, date);
  if (today && minutes >= minutesOf(today.opens) && minutes < minutesOf(today.closes))
    return { open: true, closes: today.closes };
  const holiday = isHoliday(date) && hours.days.includes(weekdayOf(date)) && !exceptionOn(hours, date);
  for (let inDays = today && minutes < minutesOf(today.opens) ? 0 : 1; inDays <= FURTHEST_DAYS; inDays++) {
    const next = hoursOn(hours, date + inDays);
    if (next) return { open: false, opens: next.opens, date: date + inDays, inDays, holiday };
  }
  throw new RangeError('opening hours without a day');
}

/** The hours of one day (a day number); undefined when the place is closed on it. */
export function hoursOn(hours: OpeningHours, date: number): Stretch | undefined {
  const exception = exceptionOn(hours, date);
  if (exception) return exception.hours;
  return hours.days.includes(weekdayOf(date)) && !isHoliday(date) ? hours : undefined;
}

function exceptionOn({ exceptions }: OpeningHours, date: number): ExceptionalDay | undefined {
  return exceptions?.find((one) => one.date === date);
}

/** Minutes since midnight of an `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
