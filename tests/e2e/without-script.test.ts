import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openPage } from './support/chromium.ts';
import { dialogIds } from './support/dialogs.ts';
import { builtRoutes, SIZES } from './support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(builtRoutes())('%s without JavaScript', (route) => {
  it.each(SIZES)('shows all that it says on a $name', async ({ width, height }) => {
    const options = { viewport: { width, height }, reducedMotion: 'reduce' } as const;
    const plain = await openPage(browser, route, { ...options, javaScriptEnabled: false });
    const scripted = await openPage(browser, route, options);
    const read = await visibleWords(plain);
    expect(await plain.locator('h1').isVisible()).toBe(true);
    // What only a running clock can say, such as whether a place is open at this minute, is a few words.
    expect(read.length).toBeGreaterThan(0.9 * (await visibleWords(scripted)).length);
    await Promise.all([plain, scripted].map((page) => page.context().close()));
  });

  it('leads on by its links and shows its dialogs by their address', async () => {
    const page = await openPage(browser, route, { viewport: SIZES[0], javaScriptEnabled: false });
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
    await page.context().close();
  });
});

function visibleWords(page: Page): Promise<string[]> {
  return page.evaluate(() => document.querySelector('main')?.innerText.split(/\s+/).filter(Boolean) ?? []);
}
