/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** One stretch a day, on the days named; local time of the place, `HH:MM`. */
export interface OpeningHours {
  readonly days: readonly Weekday[];
  readonly opens: string;
  readonly closes: string;
}

/** Whether a place is open, and if not, when it next opens. */
export type OpenState =
  | { readonly open: true; readonly closes: string }
  | { readonly open: false; readonly opens: string; readonly day: Weekday; readonly inDays: number };

/** A local wall-clock moment: weekday and minutes since midnight. */
export interface LocalMoment {
  readonly day: Weekday;
  readonly minutes: number;
}

/**
 * The local moment at `instant` in an IANA time zone (summer time included, by the platform's own rules).
 * @throws RangeError when the zone is unknown
 */
export function localMoment(instant: Date, timeZone: string): LocalMoment {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(instant);
  const part = (type: string) => parts.find((p) => p.type === type)?.value ?? '';
  const day = (['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1) as Weekday;
  return { day, minutes: Number(part('hour')) * 60 + Number(part('minute')) };
}

/**
 * Whether a place with `hours` is open at `now`. Opening is inclusive, closing exclusive.
 * @throws RangeError when `hours.days` is empty: a place that never opens has no next opening
 */
export function openState(hours: OpeningHours, now: LocalMoment): OpenState {
  const isDay = (day: number) => hours.days.includes(day as Weekday);
  if (isDay(now.day) && now.minutes >= minutesOf(hours.opens) && now.minutes < minutesOf(hours.closes)) {
    return { open: true, closes: hours.closes };
  }
  for (let inDays = now.minutes < minutesOf(hours.opens) ? 0 : 1; inDays <= 7; inDays++) {
    const day = (((now.day - 1 + inDays) % 7) + 1) as Weekday;
    if (isDay(day)) return { open: false, opens: hours.opens, day, inDays };
  }
  throw new RangeError('opening hours without a day');
}

/** Minutes since midnight of an `HH:MM`. */
export function minutesOf(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}
