import type { Page } from 'playwright-core';

/** On step 2 and /rendez-vous: the button that books, beside those that lead to other days or propose an address. */
export const BOOK = 'main form[action="/api/bookings"] button:not([hidden], .link, [type=button])';

/**
 * Chooses one of the last times in sight on step 2 or /rendez-vous. Files that run side by side book at the same site:
 * each worker process takes another time, so that none finds its own taken.
 */
export async function chooseTime(page: Page): Promise<void> {
  const times = page.locator('label:has([name=start]):visible');
  await times.first().waitFor();
  const count = await times.count();
  await times.nth(Math.max(0, count - Number(process.env.VITEST_POOL_ID ?? 1))).click();
}
