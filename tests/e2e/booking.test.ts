import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SET_BOOKING, startBookingSite } from './support/booking-site.ts';
import { launchWithoutWebgl, openPage } from './support/chromium.ts';
import { closeDialog } from './support/dialogs.ts';
import { eventually } from './support/eventually.ts';

let browser: Browser;
let site: Awaited<ReturnType<typeof startBookingSite>>;
beforeAll(async () => {
  [browser, site] = await Promise.all([launchWithoutWebgl(), startBookingSite()]);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const provider = new URL(SET_BOOKING.page).origin;
const BUTTON = '[data-booking-link]';
const WHO = '/introduction?name=Claire%20Rochat&email=claire%40exemple.ch';
const CODE = /\/_astro\/.*\.js/;

const open = (route: string) => openPage(browser, route, { baseURL: site.url });

/** Puts a page of our own in the place of the provider's; `script` runs in it. */
async function fakeProvider(page: Page, script: string): Promise<void> {
  const body = `<!doctype html><title>agenda</title><script>${script}</script>`;
  await page.context().route(`${provider}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

describe('the booking of an agency that has a page for it', () => {
  it('asks the provider for nothing before the click, then prefills name and e-mail in a frame', async () => {
    const page = await open(WHO);
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
    });
    await page.context().close();
  });

  it('goes on to the last step when the provider says that the call is booked', async () => {
    const page = await open(WHO);
    await fakeProvider(page, "parent.postMessage({event:'calendly.event_scheduled'},'*')");
    await page.click(BUTTON);
    await page.waitForURL('**/validation');
    await page.context().close();
  });

  it('believes nobody but the provider', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.click(BUTTON);
    await page.locator('#reservation iframe').waitFor();
    await page.evaluate(() => window.postMessage({ event: 'calendly.event_scheduled' }, '*'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(new URL(page.url()).pathname).toBe('/introduction');
    await page.context().close();
  });

  it('offers a plain link when the frame stays silent for 4 s', async () => {
    const page = await open(WHO);
    await page.context().route(`${provider}/**`, (route) => route.abort());
    await page.click(BUTTON);
    await page.locator('#reservation iframe').waitFor();
    const since = Date.now();
    const link = page.locator('#reservation [role=status] a');
    expect(await link.count()).toBe(0);
    await link.waitFor();
    expect(Date.now() - since).toBeGreaterThan(3000);
    expect(await link.getAttribute('href')).toContain('name=Claire+Rochat');
    await page.context().close();
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
    await page.context().close();
  });

  it('is a plain link where the island’s code cannot be had', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.route(/Booking.*\.js/, (route) => route.abort());
    await page.click(BUTTON);
    await page.waitForURL(`${provider}/**`);
    expect(new URL(page.url()).searchParams.get('email')).toBe('claire@exemple.ch');
    await page.context().close();
  });

  it('shows at once that it opens, and is a plain link after 4 s when its code hangs', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.route(CODE, () => new Promise(() => {}));
    const words = page.locator('[data-booking-wait]');
    // A pointer comes to rest on a button before it presses it.
    await page.hover(BUTTON);
    const sinceClick = await page.evaluate(
      (css) =>
        new Promise<number>((resolve) => {
          const button = document.querySelector<HTMLElement>(css);
          const place = document.querySelector('[data-booking-wait]');
          const clicked = performance.now();
          button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
          button?.click();
          const look = () =>
            place?.checkVisibility() && place.textContent !== ''
              ? resolve(performance.now() - clicked)
              : requestAnimationFrame(look);
          look();
        }),
      BUTTON,
    );
    expect(sinceClick).toBeLessThan(100);
    expect(await words.textContent()).toBe('L’agenda s’ouvre…');
    const since = Date.now();
    await page.getByText('L’agenda tarde').waitFor();
    expect(Date.now() - since).toBeLessThan(4500);
    expect(await page.locator(BUTTON).evaluate((link) => link === document.activeElement)).toBe(true);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await tab.waitForURL(`${provider}/**`);
    expect(new URL(tab.url()).searchParams.get('name')).toBe('Claire Rochat');
    await page.context().close();
  });

  it('swallows no second click while its code hangs', async () => {
    const page = await open(WHO);
    await fakeProvider(page, '');
    await page.route(CODE, () => new Promise(() => {}));
    await page.click(BUTTON);
    await page.locator('[data-booking-wait]:not(:empty)').waitFor();
    // Two clicks with time between them; a double click is one wish.
    await page.waitForTimeout(600);
    const [tab] = await Promise.all([page.context().waitForEvent('page'), page.click(BUTTON)]);
    await tab.waitForURL(`${provider}/**`);
    await page.context().close();
  });

  it.each(['Control', 'Shift'] as const)(
    'opens elsewhere with %s, before and after its code has come',
    async (key) => {
      const page = await open(WHO);
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
      await page.context().close();
    },
  );

  it('greets nobody without a query, and leads to the page as it is set', async () => {
    const page = await open('/introduction');
    await eventually(async () => expect(await page.getAttribute(BUTTON, 'href')).toBe(SET_BOOKING.page));
    await page.context().close();
  });
});

it('has the visitor write to an agency whose page is made up, and leads to no such page', async () => {
  const madeUp = await startBookingSite(false);
  onTestFinished(() => madeUp.stop());
  const page = await openPage(browser, WHO, { baseURL: madeUp.url });
  const action = page.locator('main a[target=_blank]');
  expect(await action.count()).toBe(1);
  const url = new URL((await action.getAttribute('href')) ?? '');
  expect(url.origin).toBe('https://wa.me');
  expect(url.searchParams.get('text')).toContain('15 minutes');
  expect(await page.content()).not.toContain(new URL(SET_BOOKING.page).hostname);
  await page.context().close();
});
