import { brotliCompressSync } from 'node:zlib';
import type { Browser, Page, Response } from 'playwright-core';
import { untouchedPage } from '#scripts/browsers/launch.ts';
import { delayFonts } from './layout.ts';

/** What a page costs before anybody touches it, in bytes as Brotli sends them. */
export interface Weight {
  /** The page itself, its inlined styles and scripts in it. */
  readonly html: number;
  /** All JavaScript, inline or not. */
  readonly script: number;
  /** Everything, the page included. */
  readonly total: number;
  readonly requests: readonly string[];
  /** Sum of all layout shifts, to a hundredth, as browsers show it: a face that comes late may move a line by less. */
  readonly shift: number;
}

/** Lighthouse's phone. */
export const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
};

/** What the browser asks for by itself for its tab, once for all pages. */
const TAB = /^\/(icon-[^/]+|favicon\.ico)$/;

const TEXT = /text\/|javascript|json|xml|svg/;

/** Loads `url` on a phone, touches nothing until all is quiet and effects have come, and weighs what came. */
export async function weigh(browser: Browser, url: string): Promise<Weight> {
  const context = await browser.newContext({ ...PHONE, ignoreHTTPSErrors: true });
  const page = await untouchedPage(context);
  // Text moves when its font arrives after the first paint. A font that arrives before would hide that shift.
  await delayFonts(page);
  const weightOf = await watchWeight(page);
  await page.goto(url, { waitUntil: 'load' });
  const weight = await weightOf();
  await context.close();
  return weight;
}

/**
 * Records the responses to `page` from each navigation on; call it before the first one.
 * @returns a function that waits until the page loaded last makes no more requests and its effects are loaded, and then
 *   resolves with its weight
 */
export async function watchWeight(page: Page): Promise<() => Promise<Weight>> {
  let responses: Response[] = [];
  page.on('response', (response) => {
    responses = response.request().isNavigationRequest() ? [response] : [...responses, response];
  });
  await page.addInitScript(() => {
    Object.assign(window, { shift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return async () => {
    // An effect asks for its code once the browser is idle, a second after the page at the latest.
    const loaded = await page.evaluate(() => performance.now());
    // Looked at now and then: at every frame, as is the default, the wait itself would keep the page drawing.
    await page.waitForFunction((since) => performance.now() > since + 1500, loaded, { polling: 250 });
    await page.waitForLoadState('networkidle');
    const own = responses.filter((response) => {
      const { protocol, pathname } = new URL(response.url());
      return protocol !== 'data:' && !TAB.test(pathname);
    });
    const sizes = await Promise.all(own.map((response) => sizeOf(response, page)));
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ src, type }) => src === '' && ['', 'module', 'text/javascript'].includes(type))
        .map(({ text }) => text)
        .join('\n'),
    );
    const shift = await page.evaluate(() => Number(Reflect.get(window, 'shift')));
    const sum = (chosen: (type: string, i: number) => boolean) =>
      sizes.reduce((total, { type, bytes }, i) => (chosen(type, i) ? total + bytes : total), 0);
    return {
      html: sum((_type, i) => i === 0),
      script: sum((type) => type.includes('javascript')) + (inline === '' ? 0 : brotli(Buffer.from(inline))),
      total: sum(() => true),
      requests: own.map((response) => new URL(response.url()).pathname),
      shift: Number(shift.toFixed(2)),
    };
  };
}

async function sizeOf(response: Response, page: Page): Promise<{ type: string; bytes: number }> {
  const type = response.headers()['content-type'] ?? '';
  // Of a worker's own script Chromium keeps no body: it is asked for once more.
  const again = async () => (await page.request.get(response.url())).body();
  const body = await response.body().catch(again);
  return { type, bytes: TEXT.test(type) ? brotli(body) : body.length };
}

function brotli(body: Buffer): number {
  return brotliCompressSync(body).length;
}
