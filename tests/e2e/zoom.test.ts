import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchWithoutWebgl, openPage, settled } from './support/chromium.ts';
import { sidewaysScroll } from './support/layout.ts';
import { illegibleText } from './support/legible.ts';
import { builtRoutes } from './support/site.ts';

const WINDOW = { width: 1280, height: 800 };

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutWebgl();
});
afterAll(() => browser?.close());

describe.each(builtRoutes())('%s', (route) => {
  let page: Page;
  beforeAll(async () => {
    page = await openPage(browser, route, { viewport: WINDOW, reducedMotion: 'reduce' });
  });
  afterAll(() => page?.context().close());

  it('can be read at 200 % zoom', async () => {
    // What the browser does to a window when its page is zoomed to 200 %.
    await page.setViewportSize({ width: WINDOW.width / 2, height: WINDOW.height / 2 });
    await expectLegible(page);
  });

  it('can be read with text twice as large', async () => {
    await page.setViewportSize(WINDOW);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expectLegible(page);
  });
});

async function expectLegible(page: Page): Promise<void> {
  await settled(page);
  expect(await sidewaysScroll(page)).toEqual({ px: 0, by: [] });
  expect(await illegibleText(page)).toEqual([]);
}
