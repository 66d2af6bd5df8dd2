const DAY_MS = 24 * 60 * 60_000;

/** A day, such as `2026-11-30`, that has not begun in any time zone: tomorrow by UTC may be today in Switzerland. */
export function dayToCome(): string {
  return new Date(Date.now() + 2 * DAY_MS).toISOString().slice(0, 10);
}
