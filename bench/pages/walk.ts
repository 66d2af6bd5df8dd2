import type { Browser, Page } from 'playwright-core';
import { PHONE } from '../../tests/e2e/support/weigh.ts';

/** One event of an interaction and how long its next picture took, in milliseconds (the browser rounds to 8). */
export interface Interaction {
  readonly path: string;
  /** Several events may belong to one interaction: a tap's pointerdown, pointerup and click. */
  readonly id: number;
  readonly name: string;
  readonly duration: number;
}

/** What a walk of the funnel has met. */
export interface Walk {
  readonly interactions: readonly Interaction[];
  /** Whether each page after the first was there before it was asked for, by its path. */
  readonly ahead: Readonly<Record<string, boolean>>;
}

const DESKTOP = { viewport: { width: 1440, height: 900 } };

/**
 * Walks the funnel from the first page to the last with a finger, touching all that can be touched on the way.
 * @param cpu how many times slower than this machine the phone is
 */
export async function walkWithFinger(browser: Browser, url: string, cpu: number): Promise<Walk> {
  const { page, interactions, ahead, close } = await open(browser, `${url}/sales`, PHONE, cpu);
  await page.tap('[data-film]');
  await page.waitForSelector('#consultation[open]');
  await page.tap('#consultation [data-close]');
  await watchFilm(page);
  await page.tap('[data-compare]');
  await page.tap('#page-name');
  await page.locator('#page-name').pressSequentially('Claire Rochat');
  await page.tap('#page-email');
  await page.locator('#page-email').pressSequentially('claire@exemple.ch');
  await page.tap('#formulaire button[type=submit]');
  await page.waitForURL(/introduction/);
  await noteArrival(page, ahead);
  await page.tap('[data-film]');
  await watchFilm(page);
  await book(page);
  await page.tap('a[href^="/validation"]');
  await page.waitForURL(/validation/);
  await noteArrival(page, ahead);
  await page.tap('h1');
  await close();
  return { interactions, ahead };
}

/** Goes the same way with a mouse, which comes to rest on each link before it clicks. */
export async function walkWithMouse(browser: Browser, url: string): Promise<Walk> {
  const { page, interactions, ahead, close } = await open(browser, `${url}/sales`, DESKTOP, 1);
  await page.fill('#page-name', 'Claire Rochat');
  await page.fill('#page-email', 'claire@exemple.ch');
  await page.click('#formulaire button[type=submit]', { delay: 80 });
  await page.waitForURL(/introduction/);
  await noteArrival(page, ahead);
  const link = page.locator('a[href="/privacy-policy"]').first();
  await link.hover();
  // A hand takes as long from the link to the click; browsers wait 200 ms before they fetch ahead.
  await page.waitForTimeout(400);
  await link.click({ delay: 80 });
  await page.waitForURL('**/privacy-policy');
  await noteArrival(page, ahead);
  await close();
  return { interactions, ahead };
}

/** Books a call on the site itself, or touches a provider's agenda; without either the visitor writes, in another app. */
async function book(page: Page): Promise<void> {
  if ((await page.locator('#reservation').count()) > 0) {
    await page.tap('[data-booking-link]');
    await page.waitForSelector('#reservation[open] iframe');
    await page.tap('#reservation [data-close]');
  } else if ((await page.locator('form[action="/api/bookings"]').count()) > 0) {
    await page.locator('form[action="/api/bookings"] label:has([name=start])').first().tap();
    await page.tap('form[action="/api/bookings"] [name=phone]');
    await page.locator('form[action="/api/bookings"] [name=phone]').pressSequentially('021 555 01 48');
    await page.tap('form[action="/api/bookings"] button[type=submit]');
    await page.waitForURL(/\/rendez-vous\/[\w-]{32}$/);
  }
}

/** Who has asked for a film looks at it before touching anything else. */
async function watchFilm(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0.5);
}

async function open(browser: Browser, url: string, device: object, cpu: number) {
  const context = await browser.newContext(device);
  const page = await context.newPage();
  const interactions: Interaction[] = [];
  const ahead: Record<string, boolean> = {};
  await page.exposeFunction('noteInteraction', (one: Interaction) =>
    interactions.push({ ...one, path: withoutToken(one.path) }),
  );
  await page.addInitScript(() => {
    const note = Reflect.get(window, 'noteInteraction') as (one: object) => void;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (Reflect.get(entry, 'interactionId'))
          note({
            path: location.pathname,
            id: Reflect.get(entry, 'interactionId'),
            name: entry.name,
            duration: entry.duration,
          });
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.goto(url, { waitUntil: 'load' });
  return { page, interactions, ahead, close: () => context.close() };
}

/** The pages of all calls are one: `/rendez-vous`. */
function withoutToken(path: string): string {
  return path.split('/', 2).join('/');
}

/** @see https://developer.mozilla.org/docs/Web/API/PerformanceResourceTiming/deliveryType */
async function noteArrival(page: Page, ahead: Record<string, boolean>): Promise<void> {
  await page.waitForLoadState('load');
  const [path, delivery] = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation');
    return [location.pathname, String(navigation && Reflect.get(navigation, 'deliveryType'))] as const;
  });
  ahead[withoutToken(path)] = delivery === 'navigational-prefetch';
}
