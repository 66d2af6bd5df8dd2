import type { Page } from 'playwright-core';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { openPage, settled, shellForThisFile } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { eventually, PATIENCE_MS } from './support/eventually.ts';
import { markInteractive, tabThrough } from './support/focus.ts';
import { addressOf, builtRoutes, SIZES } from './support/site.ts';
import { refuseForeign } from './support/watch.ts';

const browser = await shellForThisFile();
const context = await browser.newContext({ baseURL: inject('siteUrl'), reducedMotion: 'reduce' });
await refuseForeign(context, inject('siteUrl'));

const [PHONE, DESKTOP] = SIZES;

describe.each(builtRoutes())('%s', (route) => {
  let page: Page;
  afterAll(() => page?.close());

  // The desktop first: what follows on the phone needs no further visit.
  it.each([DESKTOP, PHONE])('is reached and left by keyboard alone on a $name', async ({ width, height }) => {
    // A page of its own: once the focus has left one, the next visit may begin where it went.
    await page?.close();
    page = await context.newPage();
    page.setDefaultTimeout(PATIENCE_MS);
    await page.setViewportSize({ width, height });
    await page.goto(addressOf(route));
    await settled(page);
    // The free times of step 2 that the server wrote give way to the island's own at the first touch.
    if (route === '/introduction') {
      await page.mouse.move(1, 1);
      await page.locator('.time-choice > fieldset.free-times').waitFor({ state: 'attached' });
    }
    const wanted = await markInteractive(page);
    const stops = await tabThrough(page, wanted.length + 20);
    const names = stops.map(({ name }) => name);
    expect(
      wanted.filter((name) => !names.includes(name)),
      'never reached',
    ).toEqual([]);
    expect(
      stops.filter(({ shown }) => !shown).map(({ name }) => name),
      'focus not shown',
    ).toEqual([]);
    expect(
      stops.filter(({ inSight }) => !inSight).map(({ name }) => name),
      'focus hidden',
    ).toEqual([]);
    expect(stops.length, 'the focus never leaves the page').toBeLessThan(wanted.length + 20);
  });

  it('opens its dialogs by keyboard, keeps the focus in and hands it back', async () => {
    for (const id of await dialogIds(page)) {
      const opener = page.locator(`a[href="#${id}"]:visible`).first();
      await opener.focus();
      await page.keyboard.press('Enter');
      await page.waitForFunction((open) => document.getElementById(open)?.matches(':modal'), id);
      expect(await focusIsIn(page, id), `focus goes into #${id}`).toBe(true);
      await staysIn(page, id);
      await closeDialog(page, id);
      const returned = () => opener.evaluate((link) => link === document.activeElement);
      await eventually(async () => expect(await returned(), 'focus returns').toBe(true));
    }
  });

  it('leaves nothing of a dialog behind that was opened by its address', async () => {
    for (const id of await dialogIds(page)) {
      await openDialog(page, id);
      await closeDialog(page, id);
    }
  });
});

it('keeps what has the focus in sight at 400 % zoom, however low the window', async () => {
  // What the browser does to a window of 1280 by 1024 pixels.
  const page = await openPage(browser, '/sales', {
    viewport: { width: 320, height: 256 },
  });
  await settled(page);
  const wanted = await markInteractive(page);
  const stops = await tabThrough(page, wanted.length + 5);
  expect(stops.length).toBeGreaterThan(8);
  expect(stops.filter(({ inSight }) => !inSight)).toEqual([]);
  expect(await wholeHeight(page), 'a bar takes room from what is read').toBe(256);
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

/** Tabs once around the dialog: the focus may pass through the browser's own controls, never behind the dialog. */
async function staysIn(page: Page, id: string): Promise<void> {
  const wanted = await markInteractive(page, `#${id}`);
  const nameOfFocused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.walk ?? '');
  const seen = new Set([await nameOfFocused()]);
  for (let i = 0; i < wanted.length + 3; i++) {
    await page.keyboard.press('Tab');
    const outside = await page.evaluate((open) => {
      const focused = document.activeElement;
      return focused !== document.body && !document.getElementById(open)?.contains(focused);
    }, id);
    expect(outside, `focus escapes #${id}`).toBe(false);
    seen.add(await nameOfFocused());
  }
  expect(
    wanted.filter((name) => !seen.has(name)),
    `not reached in #${id}`,
  ).toEqual([]);
}

function focusIsIn(page: Page, id: string): Promise<boolean> {
  return page.evaluate(
    (open) => document.getElementById(open)?.contains(document.activeElement) ?? false,
    id,
  );
}
