import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchShell, newPage, openPage, settled } from './support/chromium.ts';
import { markInteractive, tabThrough } from './support/focus.ts';
import { sidewaysScroll } from './support/layout.ts';
import { illegibleText } from './support/legible.ts';
import { addressOf, builtRoutes } from './support/site.ts';

const WINDOW = { width: 1280, height: 800 };

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchShell();
  page = await newPage(browser, { reducedMotion: 'reduce' });
});
afterAll(() => browser?.close());

describe.each(builtRoutes())('%s', (route) => {
  beforeAll(async () => {
    await page.setViewportSize(WINDOW);
    await page.goto(addressOf(route));
  });

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

it('keeps what has the focus in sight at 400 % zoom, however low the window', async () => {
  const page = await openPage(browser, '/sales', {
    viewport: { width: WINDOW.width / 4, height: 256 },
    reducedMotion: 'reduce',
  });
  await settled(page);
  const wanted = await markInteractive(page);
  const stops = await tabThrough(page, wanted.length + 5);
  expect(stops.length).toBeGreaterThan(8);
  expect(stops.filter(({ inSight }) => !inSight)).toEqual([]);
  expect(await wholeHeight(page), 'a bar takes room from what is read').toBe(256);
  await page.context().close();
});

/** How much of the window's height no fixed bar lies over, in CSS pixels. */
function wholeHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    const bars = [...document.querySelectorAll('body *')].filter(
      (element) => getComputedStyle(element).position === 'fixed' && element.checkVisibility(),
    );
    return innerHeight - bars.reduce((sum, bar) => sum + bar.getBoundingClientRect().height, 0);
  });
}

async function expectLegible(page: Page): Promise<void> {
  await settled(page);
  expect(await sidewaysScroll(page)).toEqual({ px: 0, by: [] });
  expect(await illegibleText(page)).toEqual([]);
}
