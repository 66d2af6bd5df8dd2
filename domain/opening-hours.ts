import { dayNumber, type Weekday, weekdayOf } from './calendar.ts';
import { isHoliday } from './holidays.ts';

/** One opening and one closing a day, on the given weekdays except holidays; local time of the place, `HH:MM`. */
export interface OpeningHours {
  readonly days: readonly Weekday[];
  readonly opens: string;
  readonly closes: string;
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

/** How many days to look ahead: a place open one day a week may miss several to holidays on that weekday. */
const FURTHEST_DAYS = 28;

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
 * it stays closed.
 * @throws RangeError when `hours.days` is empty: a place that never opens has no next opening
 */
export function openState(hours: OpeningHours, now: LocalMoment): OpenState {
  const isItsDay = (date: number) => hours.days.includes(weekdayOf(date));
  const opensOn = (date: number) => isItsDay(date) && !isHoliday(date);
  const { date, minutes } = now;
  if (opensOn(date) && minutes >= minutesOf(hours.opens) && minutes < minutesOf(hours.closes)) {
    return { open: true, closes: hours.closes };
  }
  const holiday = isItsDay(date) && isHoliday(date);
  for (let inDays = minutes < minutesOf(hours.opens) ? 0 : 1; inDays <= FURTHEST_DAYS; inDays++) {
    if (opensOn(date + inDays))
      return { open: false, opens: hours.opens, date: date + inDays, inDays, holiday };
  }
  throw new RangeError('opening hours without a day');
}

/** Minutes since midnight of an `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
