import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { BY_MESSAGE, SET_BOOKING, startBookingSite } from './support/booking-site.ts';
import { forThisFile, launchWithoutWebgl, openPage, shellForThisFile } from './support/chromium.ts';
import { closeDialog } from './support/dialogs.ts';
import { eventually } from './support/eventually.ts';
import { stopClock } from './support/page-clock.ts';

const browser = await shellForThisFile();
/** A whole Chromium, for the tests in which a link opens a new tab or window: the headless shell has none. */
const withTabs = await forThisFile(launchWithoutWebgl());
const site = await forThisFile(startBookingSite());

const provider = new URL(SET_BOOKING.page).origin;
const BUTTON = '[data-booking-link]';
const QUERY = '?name=Claire%20Rochat&email=claire%40exemple.ch';
const WHO = `/introduction${QUERY}`;
const CODE = /\/_astro\/.*\.js/;

const open = (route: string, opened = browser) => openPage(opened, route, { baseURL: site.url });

/** Puts a page of our own in the place of the provider's; `script` runs in it. */
async function fakeProvider(page: Page, script: string): Promise<void> {
  const body = `<!doctype html><title>agenda</title><script>${script}</script>`;
  await page.context().route(`${provider}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

describe('the booking of an agency that has a page for it', () => {
  it('asks the provider for nothing before the click, then hands name, e-mail and reference to a frame', async () => {
    const page = await open(`${WHO}&ref=abc-_1`);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== new URL(page.url()).origin) foreign.push(request.url());
    });
    await fakeProvider(page, "parent.postMessage({event:'calendly.event_type_viewed'},'*')");
    await page.reload();
    expect(foreign).toEqual([]);
    await page.click(BUTTON);
    const frame = page.locator('#reservation iframe');
    await frame.waitFor();
    const url = new URL((await frame.getAttribute('src')) ?? '');
    expect(url.origin).toBe(provider);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      name: 'Claire Rochat',
      email: 'claire@exemple.ch',
      embed_domain: new URL(page.url()).hostname,
      utm_content: 'abc-_1',
    });
    const unscripted = await (await fetch(page.url())).text();
    expect(unscripted).toContain(`href="${SET_BOOKING.page}?utm_content=abc-_1"`);
  });

  it('goes on to the last step when the provider says that the call is booked', async () => {
    const page = await open(WHO);
    await fakeProvider(page, "parent.postMessage({event:'calendly.event_scheduled'},'*')");
    await page.click(BUTTON);
    await page.waitForURL('**/validation');
  });

  it('believes nobody but the provider', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.click(BUTTON);
    await page.locator('#reservation iframe').waitFor();
    await page.evaluate(() => window.postMessage({ event: 'calendly.event_scheduled' }, '*'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(new URL(page.url()).pathname).toBe('/introduction');
  });

  it('offers a plain link when the frame stays silent for 4 s', async () => {
    const page = await open(WHO);
    await page.context().route(`${provider}/**`, (route) => route.abort());
    // From the click on, when the frame and the link came, by the page's own clock.
    await page.evaluate((css) => {
      const cameAt: Record<string, number> = {};
      Object.assign(window, { cameAt });
      document.querySelector(css)?.addEventListener('click', () => {
        new MutationObserver(() => {
          for (const what of ['iframe', '[role=status] a'])
            if (document.querySelector(`#reservation ${what}`)) cameAt[what] ??= performance.now();
        }).observe(document.body, { childList: true, subtree: true });
      });
    }, BUTTON);
    await page.click(BUTTON);
    const link = page.locator('#reservation [role=status] a');
    await link.waitFor();
    const cameAt = await page.evaluate(() => Reflect.get(window, 'cameAt') as Record<string, number>);
    expect(Number(cameAt['[role=status] a']) - Number(cameAt.iframe)).toBeGreaterThan(3_900);
    expect(await link.getAttribute('href')).toContain('name=Claire+Rochat');
  });

  it('opens by the keyboard, keeps the focus and hands it back', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.focus(BUTTON);
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.getElementById('reservation')?.matches(':modal'));
    await closeDialog(page, 'reservation');
    await eventually(async () =>
      expect(await page.locator(BUTTON).evaluate((link) => link === document.activeElement)).toBe(true),
    );
  });

  it('is a plain link where the island’s code cannot be had', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.route(/Booking.*\.js/, (route) => route.abort());
    await page.click(BUTTON);
    await page.waitForURL(`${provider}/**`);
    expect(new URL(page.url()).searchParams.get('email')).toBe('claire@exemple.ch');
  });

  it('shows at once that it opens, and is a plain link after 4 s when its code hangs', async () => {
    const page = await open(WHO, withTabs);
    await fakeProvider(page, '');
    await page.route(CODE, () => new Promise(() => {}));
    // A pointer comes to rest on a button before it presses it.
    await page.hover(BUTTON);
    await stopClock(page);
    const atOnce = await page.evaluate((css) => {
      const button = document.querySelector<HTMLElement>(css);
      button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
      button?.click();
      const place = document.querySelector('[data-booking-wait]');
      return place?.checkVisibility() ? place.textContent : undefined;
    }, BUTTON);
    expect(atOnce).toBe('L’agenda s’ouvre…');
    const late = page.getByText('L’agenda tarde');
    await page.clock.runFor(3_900);
    expect(await late.count()).toBe(0);
    await page.clock.runFor(200);
    await late.waitFor();
    await page.clock.resume();
    expect(await page.locator(BUTTON).evaluate((link) => link === document.activeElement)).toBe(true);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await tab.waitForURL(`${provider}/**`);
    expect(new URL(tab.url()).searchParams.get('name')).toBe('Claire Rochat');
  });

  it('swallows no second click while its code hangs', async () => {
    const page = await open(WHO, withTabs);
    await fakeProvider(page, '');
    await page.route(CODE, () => new Promise(() => {}));
    await page.click(BUTTON);
    await page.locator('[data-booking-wait]:not(:empty)').waitFor();
    // A click of its own, not the second half of a double click, which is one wish.
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click(BUTTON)]);
    await tab.waitForURL(`${provider}/**`);
  });

  it.each(['Control', 'Shift'] as const)(
    'opens elsewhere with %s, before and after its code has come',
    async (key) => {
      const page = await open(WHO, withTabs);
      await fakeProvider(page, '');
      const elsewhere = async () => {
        // The tab asks for the address before a test can stand in for the provider in it.
        const opened = page.context().waitForEvent('page');
        await page.click(BUTTON, { modifiers: [key] });
        await (await opened).close();
        expect(await page.locator('#reservation[open]').count()).toBe(0);
        expect(await page.getAttribute(BUTTON, 'href')).toContain(SET_BOOKING.page);
      };
      await elsewhere();
      await page.click(BUTTON);
      await page.locator('#reservation iframe').waitFor();
      await closeDialog(page, 'reservation');
      await elsewhere();
    },
  );

  it('greets nobody without a query, and leads to the page as it is set', async () => {
    const page = await open('/introduction');
    await eventually(async () => expect(await page.getAttribute(BUTTON, 'href')).toBe(SET_BOOKING.page));
  });
});

it('has the visitor write to an agency that settles its calls by message', async () => {
  const page = await open(BY_MESSAGE + QUERY);
  const action = page.locator('main a[target=_blank]');
  expect(await action.count()).toBe(1);
  const url = new URL((await action.getAttribute('href')) ?? '');
  expect(url.origin).toBe('https://wa.me');
  expect(url.searchParams.get('text')).toContain('15 minutes');
  expect(await page.content()).not.toMatch(/href="\/rendez-vous|calendly/);
});
