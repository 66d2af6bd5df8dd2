import type { Page } from 'playwright-core';

/**
 * Stops the page's clock, and that of pages it leads to: timers and frames come only as far as `page.clock.runFor`
 * lets them. So a delay is judged by the page's own time, however slow the machine is.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
}
