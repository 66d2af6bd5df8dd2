import { setTimeout as after } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { auditLive } from '#content/pages/audit-live.ts';

/** What a visitor has seen, in seconds since they pressed the form's button; infinite where it did not come. */
export interface Seen {
  readonly findingS: number;
  readonly reportS: number;
  /** The sum of the shifts in step 2; undefined without JavaScript. */
  readonly shift?: number;
}

/**
 * How often the page is looked at, in milliseconds. Looking more often would take processor time from the audit that is
 * timed, since both run on this machine.
 */
const LOOK_MS = 200;
const LONGEST_MS = 60_000;

/**
 * Fills in the form of step 1 and sends it, and touches nothing after that.
 * @param nth whose address is another visitor's
 */
export async function visit(
  browser: Browser,
  url: string,
  email: string,
  nth: number,
  options: BrowserContextOptions,
): Promise<Seen> {
  const context = await browser.newContext({
    ...options,
    extraHTTPHeaders: { 'x-forwarded-for': `198.18.${nth}.1` },
  });
  const page = await context.newPage();
  await page.addInitScript(noteShifts);
  await page.goto(`${url}/sales`);
  await page.fill('#page-name', 'Claire Rochat');
  await page.fill('#page-email', email);
  const began = performance.now();
  await page.press('#page-email', 'Enter', { noWaitAfter: true });
  const seconds = async (isThere: () => Promise<boolean>) => {
    while (performance.now() - began < LONGEST_MS) {
      // A page that goes away while it is asked has nothing to show.
      if (await isThere().catch(() => false)) return (performance.now() - began) / 1_000;
      await after(LOOK_MS);
    }
    return Number.POSITIVE_INFINITY;
  };
  const findingS = await seconds(() => onFirstScreen(page, '.audit-findings li:not(.empty)'));
  const reportS = await seconds(() => page.getByRole('link', { name: auditLive.live.open }).isVisible());
  const shift = options.javaScriptEnabled === false ? undefined : await page.evaluate(shiftsNoted);
  await context.close();
  return { findingS, reportS, ...(shift !== undefined && { shift }) };
}

/** Whether the first of what `css` selects is wholly on the screen, with nothing scrolled. */
function onFirstScreen(page: Page, css: string): Promise<boolean> {
  return page.locator(css).evaluateAll(([first]) => {
    if (first === undefined || scrollY !== 0) return false;
    const { top, bottom, height } = first.getBoundingClientRect();
    return height > 0 && top >= 0 && bottom <= innerHeight;
  });
}

/** In the page: counts what moves. */
function noteShifts(): void {
  Object.assign(window, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      Object.assign(window, { shift: Reflect.get(window, 'shift') + Reflect.get(entry, 'value') });
  }).observe({ type: 'layout-shift', buffered: true });
}

/** In the page: what was counted. */
function shiftsNoted(): number {
  return Number(Reflect.get(window, 'shift'));
}
