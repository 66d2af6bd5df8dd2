import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { findChromium } from '../../../scripts/browsers/find.ts';
import { addressOf } from './site.ts';

const QUIET = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a Chromium that calls nobody by itself. Throws when this machine has none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('no Chromium on this machine: run scripts/browsers.ts');
  return chromium.launch({ executablePath, args: QUIET });
}

/**
 * Opens one page of the site in a context of its own, which `page.context().close()` ends.
 * @param route as in ROUTES, with a query or a fragment if need be
 */
export async function openPage(
  browser: Browser,
  route: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({ baseURL: inject('siteUrl'), ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(addressOf(route));
  return page;
}

/** Waits until fonts have come and whatever moves once has moved. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const ends = document
      .getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
      .map((animation) => animation.finished);
    await Promise.allSettled(ends);
  });
}
