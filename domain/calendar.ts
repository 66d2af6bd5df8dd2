/** ISO weekday: 1 is Monday, 7 is Sunday. */
export type Weekday = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const DAY_MS = 24 * 60 * 60_000;

/** A calendar day as a number: days since 1 January 1970, whatever the zone. `month` is 1 to 12. */
export function dayNumber(year: number, month: number, day: number): number {
  return Date.UTC(year, month - 1, day) / DAY_MS;
}

/** Year, month (1 to 12) and day of the month (1 to 31) of a day number. */
export function calendarDay(date: number): readonly [year: number, month: number, day: number] {
  const utc = new Date(date * DAY_MS);
  return [utc.getUTCFullYear(), utc.getUTCMonth() + 1, utc.getUTCDate()];
}

/** The weekday of a day number; the first of them was a Thursday. */
export function weekdayOf(date: number): Weekday {
  return (((((date + 3) % 7) + 7) % 7) + 1) as Weekday;
}

/** `YYYY-MM-DD` of a day number. */
export function isoDay(date: number): string {
  return new Date(date * DAY_MS).toISOString().slice(0, 10);
}

/** The day number of a `YYYY-MM-DD`; undefined when it is no day of the calendar. */
export function dayOf(iso: string): number | undefined {
  const ms = /^\d{4}-\d\d-\d\d$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN;
  // The 31st of February is read as the 3rd of March.
  return !Number.isNaN(ms) && isoDay(ms / DAY_MS) === iso ? ms / DAY_MS : undefined;
}
