import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { launchChromium } from './support/chromium.ts';
import { addressOf, builtRoutes } from './support/site.ts';

const KB = 1024;
/** JavaScript before any interaction, in bytes as Brotli, inline scripts counted. */
const BUDGETS: Record<string, number> = {
  '/sales': 8 * KB,
  '/introduction': 8 * KB,
  '/validation': 10 * KB,
};

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser?.close());

it.each([...new Set([...Object.keys(BUDGETS), ...builtRoutes()])])('%s', async (route) => {
  const { files, inline } = await scriptBytes(route);
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((a, b) => a + b, 0);
  const total = sum(files.values()) + inline;
  const names = [...files].map(([name, bytes]) => `${name} ${bytes}`).join(', ');
  console.log(`${route}: ${total} bytes of JavaScript (inline ${inline}, ${files.size} files ${names})`);
  expect(total).toBeLessThanOrEqual(BUDGETS[route] ?? Number.POSITIVE_INFINITY);
});

/** Loads a page, touches nothing until the network has been quiet, and weighs every script that came. */
async function scriptBytes(route: string): Promise<{ files: Map<string, number>; inline: number }> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  const files = new Map<string, number>();
  const weighed: Promise<void>[] = [];
  page.on('response', (response) => {
    const isScript = /javascript/.test(response.headers()['content-type'] ?? '');
    if (!isScript) return;
    const name = new URL(response.url()).pathname.replace('/_astro/', '');
    weighed.push(response.body().then((body) => void files.set(name, brotli(body))));
  });
  await page.goto(inject('siteUrl') + addressOf(route), { waitUntil: 'networkidle' });
  await Promise.all(weighed);
  const inline = await page.evaluate(() =>
    [...document.scripts]
      .filter(({ src, type }) => src === '' && ['', 'module', 'text/javascript'].includes(type))
      .map(({ text }) => text)
      .join('\n'),
  );
  await page.close();
  return { files, inline: inline === '' ? 0 : brotli(inline) };
}

function brotli(body: string | Buffer): number {
  return brotliCompressSync(body).length;
}
