import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { launchWithoutWebgl, openPage, settled } from './support/chromium.ts';
import { closeDialog, dialogIds, openDialog } from './support/dialogs.ts';
import { eventually } from './support/eventually.ts';
import { markInteractive, tabThrough } from './support/focus.ts';
import { builtRoutes, SIZES, type Size } from './support/site.ts';
import { refuseForeign } from './support/watch.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutWebgl();
});
afterAll(() => browser?.close());

const [PHONE] = SIZES;

describe.each(builtRoutes())('%s', (route) => {
  let phone: Page;
  beforeAll(async () => {
    phone = await openCalm(route, PHONE);
  });
  afterAll(() => phone?.context().close());

  it.each(SIZES)('is reached and left by keyboard alone on a $name', async (size) => {
    const page = size === PHONE ? phone : await openCalm(route, size);
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
    if (page !== phone) await page.context().close();
  });

  it('opens its dialogs by keyboard, keeps the focus in and hands it back', async () => {
    for (const id of await dialogIds(phone)) {
      const opener = phone.locator(`a[href="#${id}"]:visible`).first();
      await opener.focus();
      await phone.keyboard.press('Enter');
      await phone.waitForFunction((open) => document.getElementById(open)?.matches(':modal'), id);
      expect(await focusIsIn(phone, id), `focus goes into #${id}`).toBe(true);
      await staysIn(phone, id);
      await closeDialog(phone, id);
      const returned = () => opener.evaluate((link) => link === document.activeElement);
      await eventually(async () => expect(await returned(), 'focus returns').toBe(true));
    }
  });

  it('leaves nothing of a dialog behind that was opened by its address', async () => {
    for (const id of await dialogIds(phone)) {
      await openDialog(phone, id);
      await closeDialog(phone, id);
    }
  });
});

async function openCalm(route: string, { width, height }: Size): Promise<Page> {
  const page = await openPage(browser, route, { viewport: { width, height }, reducedMotion: 'reduce' });
  await refuseForeign(page.context(), inject('siteUrl'));
  await settled(page);
  return page;
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
