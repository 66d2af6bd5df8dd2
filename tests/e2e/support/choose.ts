import type { Page } from 'playwright-core';
import { availability } from '#content/availability.ts';

/** On step 2 and /rendez-vous: the button that books, beside those that lead to other days or propose an address. */
export const BOOK = 'main form[action="/api/bookings"] button:not([hidden], .link, [type=button])';

/** The times of the day that is chosen on step 2, as the island renders them once it is hydrated. */
export const ISLAND_TIMES = '.time-choice > .free-times [name=start]';

/** Test files that book at the same site at the same time (`SLOW_WORKERS` in vitest.config.ts). */
const WORKERS = 2;
/** Free times begin this far apart, in ms (`content/availability.ts`). */
const APART_MS = availability.everyMinutes * 60_000;

/**
 * Clicks the last visible time of this worker process on step 2 or /rendez-vous. Each process has every other time: a page
 * that was opened before another file booked still shows that time, and whoever chose it would be refused and stay.
 */
export async function chooseTime(page: Page): Promise<void> {
  const times = page.locator('label:has([name=start]):visible');
  await times.first().waitFor();
  const starts = await times
    .locator('[name=start]')
    .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  const mine = starts.findLastIndex(
    (start) => (Date.parse(start) / APART_MS + Number(process.env.VITEST_POOL_ID ?? 1)) % WORKERS === 0,
  );
  if (mine === -1) throw new Error(`No time is left for this worker among ${starts}`);
  await times.nth(mine).click();
}
