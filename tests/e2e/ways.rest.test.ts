import { describe, expect, it } from 'vitest';
import { openPage, settled, shellForThisFile, WITH_MOTION } from './support/chromium.ts';
import { watchShifts } from './support/layout.ts';

const browser = await shellForThisFile();

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
});

it('the doorway’s half that is pointed at pushes the other, and no word moves', async () => {
  const page = await openPage(browser, '/index-1', {
    ...WITH_MOTION,
    viewport: { width: 1440, height: 900 },
  });
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
  });

  it(`leads to ${landing} without JavaScript, and where one came from elsewhere`, async () => {
    for (const javaScriptEnabled of [true, false]) {
      const page = await openPage(browser, document, { javaScriptEnabled });
      await page.click('a[data-back]');
      await page.waitForURL((url) => url.pathname === landing);
    }
  });
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
});
