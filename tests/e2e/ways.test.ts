import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchShell, newPage, openPage, settled } from './support/chromium.ts';
import { watchShifts } from './support/layout.ts';
import { addressOf, builtRoutes } from './support/site.ts';

let browser: Browser;
let reader: Page;
beforeAll(async () => {
  browser = await launchShell();
  reader = await newPage(browser);
});
afterAll(() => browser?.close());

it('the agency’s landing leads to its offer, and only its booking is red', async () => {
  const page = await openPage(browser, '/');
  const red = 'rgb(228, 52, 27)';
  const grounds = await page.$$eval('main a', (links) =>
    links.map((link) => [link.getAttribute('href') ?? '', getComputedStyle(link).backgroundColor]),
  );
  expect(grounds.filter(([, ground]) => ground === red).map(([href]) => href?.slice(0, 14))).toEqual([
    'https://wa.me/',
  ]);
  await page.click('main a[href="/sales"]');
  await page.waitForURL('**/sales');
  await page.context().close();
});

it('the doorway’s half that is pointed at pushes the other, and no word moves', async () => {
  const page = await openPage(browser, '/index-1', { viewport: { width: 1440, height: 900 } });
  await settled(page);
  const shifts = await watchShifts(page);
  const loading = await shifts();
  const spine = () => page.$eval('section[data-house=caterer]', (half) => getComputedStyle(half).clipPath);
  const spines = [await spine()];
  for (const x of [300, 1100]) {
    await page.mouse.move(x, 300);
    await settled(page);
    spines.push(await spine());
  }
  expect(new Set(spines).size, spines.join('; ')).toBe(3);
  expect((await shifts()) - loading).toBe(0);
  await page.context().close();
});

describe.each([
  ['/privacy-policy', '/sales', '/'],
  ['/terms-conditions', '/', '/'],
  ['/nos-engagements', '/restaurants', '/home'],
])('%s', (document, from, landing) => {
  it(`leads back to ${from} where one came from it, a section read meanwhile`, async () => {
    const page = await openPage(browser, from);
    await page.locator(`footer a[href="${document}"]`).click();
    await page.waitForURL(`**${document}`);
    await page.locator('main nav a').nth(2).click();
    await page.waitForURL(/#/);
    await page.click('a[data-back]');
    await page.waitForURL((url) => url.pathname === from);
    await page.context().close();
  });

  it(`leads to ${landing} without JavaScript, and where one came from elsewhere`, async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await openPage(browser, document, { javaScriptEnabled });
      await page.click('a[data-back]');
      await page.waitForURL((url) => url.pathname === landing);
      await page.context().close();
    }
  });
});

it.each(builtRoutes())('%s says of each link to a new tab that it opens one', async (route) => {
  await reader.goto(addressOf(route));
  // The booking's link opens a window of the page; its address is for those without JavaScript.
  const links = await reader.$$eval('a[target=_blank]:not([data-booking-link])', (found) =>
    found.map((link) => ({
      name: link.textContent ?? '',
      arrow: link.querySelector('svg path')?.getAttribute('d'),
    })),
  );
  for (const { name, arrow } of links) {
    expect(name).toContain('nouvel onglet');
    expect(arrow, `${name} shows it`).toMatch(/^M3\.5 14\.5 14 4/);
  }
  if (['/servicetraiteur', '/restaurants', '/', '/partner'].includes(route))
    expect(links.length).toBeGreaterThan(0);
});

it('every telephone number on /restaurants can be touched', async () => {
  const page = await openPage(browser, '/restaurants');
  const loose = await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    let seen = 0;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!/^\s*\+41[\s\d]+$/.test(node.nodeValue ?? '')) continue;
      seen++;
      const link = node.parentElement?.closest('a');
      const dialled = `tel:${node.nodeValue?.replace(/\s/g, '')}`;
      if (link?.getAttribute('href') !== dialled) found.push(node.nodeValue ?? '');
    }
    return { seen, found };
  });
  expect(loose).toEqual({ seen: 7, found: [] });
  // In the list it lies over the link of the whole place.
  const hit = await page
    .locator('main li a[href^="tel:"]')
    .first()
    .evaluate((link) => {
      link.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = link.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2) === link;
    });
  expect(hit).toBe(true);
  await page.context().close();
});
