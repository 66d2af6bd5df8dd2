import type { Page } from 'playwright-core';

/** On step 2 and /rendez-vous: the button that books, beside those that lead to other days or propose an address. */
export const BOOK = 'main form[action="/api/bookings"] button:not([hidden], .link, [type=button])';

/** The times of the day that is chosen on step 2, as the island renders them once it is hydrated. */
export const ISLAND_TIMES = '.time-choice > .free-times [name=start]';

/**
 * Clicks one of the last visible times on step 2 or /rendez-vous. Test files run in parallel and book at the same site: each
 * worker process picks a different time, so that none is refused because another file has just booked it.
 */
export async function chooseTime(page: Page): Promise<void> {
  const times = page.locator('label:has([name=start]):visible');
  await times.first().waitFor();
  const count = await times.count();
  await times.nth(Math.max(0, count - Number(process.env.VITEST_POOL_ID ?? 1))).click();
}
