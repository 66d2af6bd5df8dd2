import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium, openPage, settled } from './support/chromium.ts';
import { sidewaysScroll } from './support/layout.ts';
import { illegibleText } from './support/legible.ts';
import { builtRoutes } from './support/site.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

describe.each(builtRoutes())('%s', (route) => {
  it('can be read at 200 % zoom', async () => {
    // What the browser does to a window of 1280 by 800 when its page is zoomed to 200 %.
    const page = await openPage(browser, route, {
      viewport: { width: 640, height: 400 },
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
    });
    await expectLegible(page);
    await page.context().close();
  });

  it('can be read with text twice as large', async () => {
    const viewport = { width: 1280, height: 800 };
    const page = await openPage(browser, route, { viewport, reducedMotion: 'reduce' });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectLegible(page);
    await page.context().close();
  });
});

async function expectLegible(page: Page): Promise<void> {
  await settled(page);
  expect(await sidewaysScroll(page)).toEqual({ px: 0, by: [] });
  expect(await illegibleText(page)).toEqual([]);
}
