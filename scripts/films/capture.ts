import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from '#scripts/browsers/launch.ts';

const here = import.meta.dirname;
/** A name that resolves nowhere: every request is answered from disk below, or refused. */
const origin = 'http://films.invalid';
const roots: Readonly<Record<string, string>> = {
  pages: join(here, 'pages'),
  fontes: join(here, '../../node_modules/@fontsource-variable'),
};
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

export interface Frame {
  /** Width and height in CSS pixels. */
  readonly width: number;
  readonly height: number;
  /** Device pixels to one CSS pixel. */
  readonly scale: number;
}

/** What would make two captures differ, switched off. */
const STEADY = [
  '--disable-gpu',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--disable-lcd-text',
];

/** Starts a Chromium that captures the same picture twice. Throws, in French, when there is none. */
export const launch = (): Promise<Browser> => launchChromium(STEADY);

/**
 * Opens `address` (e.g. `/pages/avant/index.html`) in a window of `frame`, fonts loaded.
 * Nothing reaches a network; a file that is missing or a script that fails rejects.
 */
export async function open(browser: Browser, address: string, frame: Frame): Promise<Page> {
  const { width, height, scale } = frame;
  const page = await browser.newPage({ viewport: { width, height }, deviceScaleFactor: scale });
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('requestfailed', (request) => faults.push(`absent : ${request.url()}`));
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url());
    const [, root = '', ...rest] = pathname.split('/');
    const folder = roots[root];
    if (!folder) return route.abort();
    const path = join(folder, ...rest);
    const body = await readFile(path).catch(() => undefined);
    if (!body) return route.abort();
    return route.fulfill({ body, contentType: types[extname(path)] ?? 'application/octet-stream' });
  });
  await page.goto(origin + address, { waitUntil: 'load' });
  await page.evaluate('document.fonts.ready.then(() => window.ready)');
  if (faults.length > 0) throw new Error(`La page ${address} a échoué : ${faults.join(' ; ')}`);
  return page;
}

/** Captures `address` as PNG. */
export async function still(browser: Browser, address: string, frame: Frame): Promise<Buffer> {
  const page = await open(browser, address, frame);
  const png = await page.screenshot();
  await page.close();
  return png;
}

/**
 * Captures the instants `times` (seconds) of a film page, one PNG each, in order.
 * The page exposes `window.seek(t)`, which puts every element where it stands at t: no real clock takes part.
 */
export async function* frames(page: Page, times: Iterable<number>): AsyncGenerator<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  for (const time of times) {
    await page.evaluate(`window.seek(${time})`);
    const shot = await devtools.send('Page.captureScreenshot', { format: 'png', optimizeForSpeed: true });
    yield Buffer.from(shot.data, 'base64');
  }
}
