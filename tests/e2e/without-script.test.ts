import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newPage, shellForThisFile } from './support/chromium.ts';
import { dialogIds } from './support/dialogs.ts';
import { addressOf, builtRoutes, SIZES } from './support/site.ts';

const browser = await shellForThisFile();
const plain = await newPage(browser, { javaScriptEnabled: false });
const scripted = await newPage(browser);

describe.each(builtRoutes())('%s without JavaScript', (route) => {
  beforeAll(async () => {
    for (const page of [plain, scripted]) {
      await page.setViewportSize(SIZES[0]);
      await page.goto(addressOf(route));
    }
  });

  it.each(SIZES)('shows all that it says on a $name', async ({ width, height }) => {
    for (const page of [plain, scripted]) await page.setViewportSize({ width, height });
    const read = await visibleWords(plain);
    expect(await plain.locator('h1').isVisible()).toBe(true);
    expect(read.length).toBeGreaterThan(0.9 * (await visibleWords(scripted)).length);
  });

  it('leads on by its links and shows its dialogs by their address', async () => {
    const page = plain;
    await page.setViewportSize(SIZES[0]);
    for (const id of await dialogIds(page)) {
      const opener = page.locator(`a[href="#${id}"]:visible`).first();
      if ((await opener.count()) === 0) continue;
      await opener.click();
      await page.locator(`dialog#${id}`).waitFor({ state: 'visible' });
    }
    const here = new URL(page.url()).pathname;
    const link = page.locator(`a[href^="/"]:not([href="${here}"]):visible`).first();
    const there = await link.getAttribute('href');
    await link.click();
    await page.waitForURL((url) => url.pathname === there?.replace(/[?#].*/, ''));
    expect(await page.locator('h1').isVisible()).toBe(true);
  });
});

/**
 * The words of the page, without what only a running clock can say (whether a place is open at this minute), and
 * without the form of step 2, in whose place a link leads to the page that books without scripts.
 */
function visibleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    for (const state of document.querySelectorAll('[data-open-state]')) state.textContent = '';
    for (const form of document.querySelectorAll('form[action="/api/bookings"]')) form.remove();
    return document.querySelector('main')?.innerText.split(/\s+/).filter(Boolean) ?? [];
  });
}
