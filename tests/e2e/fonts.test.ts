import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { create } from 'fontkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchShell, newPage } from './support/chromium.ts';
import { addressOf, builtRoutes } from './support/site.ts';

const fonts = join(import.meta.dirname, '../../.cache/fonts');

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchShell();
  page = await newPage(browser);
});
afterAll(() => browser?.close());

it.each(builtRoutes())('%s is written with what its house’s fonts hold', async (route) => {
  await page.goto(addressOf(route));
  const [house, text] = await page.evaluate(() => {
    for (const silent of document.querySelectorAll('script, style, noscript, template')) silent.remove();
    return [document.documentElement.dataset.house, document.body.textContent] as const;
  });
  const characters = [...new Set(text)].filter((character) => !/[\n\t]/.test(character));
  expect(characters.length).toBeGreaterThan(20);
  for (const font of ['text', 'display']) {
    const { characterSet } = create(readFileSync(join(fonts, `${house}-${font}.woff2`)));
    const held = new Set(characterSet);
    expect(characters.filter((c) => !held.has(c.codePointAt(0) ?? 0))).toEqual([]);
  }
});
