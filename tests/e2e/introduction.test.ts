import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { booking } from '#content/booking.ts';
import { launchWithoutWebgl, openPage } from './support/chromium.ts';
import { eventually } from './support/eventually.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutWebgl();
});
afterAll(() => browser.close());

const provider = new URL(booking.page).origin;
const BUTTON = '[data-booking-link]';
const WHO = '/introduction?name=Claire%20Rochat&email=claire%40exemple.ch';

/** Puts a page of our own in the place of the provider's; `script` runs in it. */
async function fakeProvider(page: Page, script: string): Promise<void> {
  const body = `<!doctype html><title>agenda</title><script>${script}</script>`;
  await page.context().route(`${provider}/**`, (route) => route.fulfill({ contentType: 'text/html', body }));
}

describe('/introduction', () => {
  it('asks the provider for nothing before the click, then prefills name and e-mail in a frame', async () => {
    const page = await openPage(browser, WHO);
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
    const page = await openPage(browser, WHO);
    await fakeProvider(page, "parent.postMessage({event:'calendly.event_scheduled'},'*')");
    await page.click(BUTTON);
    await page.waitForURL('**/validation');
    await page.context().close();
  });

  it('believes nobody but the provider', async () => {
    const page = await openPage(browser, WHO);
    await fakeProvider(page, '');
    await page.click(BUTTON);
    await page.locator('#reservation iframe').waitFor();
    await page.evaluate(() => window.postMessage({ event: 'calendly.event_scheduled' }, '*'));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(new URL(page.url()).pathname).toBe('/introduction');
    await page.context().close();
  });

  it('offers a plain link when the frame stays silent for 6 s', async () => {
    const page = await openPage(browser, WHO);
    await page.context().route(`${provider}/**`, (route) => route.abort());
    await page.click(BUTTON);
    await page.locator('#reservation iframe').waitFor();
    const since = Date.now();
    const link = page.locator('#reservation [role=status] a');
    expect(await link.count()).toBe(0);
    await link.waitFor();
    expect(Date.now() - since).toBeGreaterThan(4000);
    expect(await link.getAttribute('href')).toContain('name=Claire+Rochat');
    await page.context().close();
  });

  it('is a plain link where the island’s code cannot be had', async () => {
    const page = await openPage(browser, WHO);
    await fakeProvider(page, '');
    await page.route(/Booking.*\.js/, (route) => route.abort());
    await page.click(BUTTON);
    await page.waitForURL(`${provider}/**`);
    expect(new URL(page.url()).searchParams.get('email')).toBe('claire@exemple.ch');
    await page.context().close();
  });

  it.each([
    ['markup', encodeURIComponent('<img src=x onerror=alert(1)>'), '<img src=x onerror=alert(1)>'],
    ['10,000 characters', 'n'.repeat(10_000), undefined],
    ['wrong encoding', '%E9%FF', undefined],
    ['control characters', 'a%00b', undefined],
  ])('shows a hostile name as text or not at all: %s', async (_case, name, shown) => {
    const page = await openPage(browser, `/introduction?name=${name}&email=${name}`);
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => faults.push('alert')));
    const greeting = (await page.locator('[data-greeting]').textContent()) ?? '';
    if (shown) expect(greeting).toContain(shown);
    else expect(greeting).toBe('Quinze minutes, au moment qui vous convient.');
    expect(await page.locator('[data-greeting] *').count()).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('greets nobody without a query', async () => {
    const page = await openPage(browser, '/introduction');
    await eventually(async () => expect(await page.getAttribute(BUTTON, 'href')).toBe(booking.page));
    await page.context().close();
  });
});
