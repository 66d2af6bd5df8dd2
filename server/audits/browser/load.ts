import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { within } from '../../system/within.ts';
import type { LoadFacts, PageFacts, Picture } from '../audit-facts.ts';
import { runAxe } from './axe.ts';
import { watchCookies } from './cookies.ts';
import { browserAgent, type Device } from './devices.ts';
import { type Film, startFilm } from './film.ts';
import { isolatedWorld } from './isolated.ts';
import { type DocumentFacts, shownPage, watchDocument } from './shown-page.ts';
import { watchTraffic } from './traffic.ts';
import { cumulativeShift, READ_VITALS, type Vitals } from './vitals.ts';

export interface Loaded {
  readonly facts: LoadFacts;
  /** What stands in the document after the load; absent when it could not be read. */
  readonly page?: PageFacts;
  readonly document?: DocumentFacts;
  readonly picture: Picture;
  readonly film: readonly Picture[];
}

export interface LoadOptions {
  /** What the page came with when it was asked for without a browser. */
  readonly sentStatus?: number | undefined;
  /** Told as soon as the picture is there. */
  readonly onPicture?: (picture: Picture) => void;
}

const LOAD_MS = 14_000;
const QUIET_MS = 4_000;
const AXE_MS = 6_000;
/** A line of that many bits a second, in the bytes that the browser asks for. */
const bytesPerSecond = (mbps: number) => (mbps * 1_000_000) / 8;

/**
 * Opens a page once as a visitor with this device would, touches nothing, and says what was seen.
 * Rejects when its budget is over or no page is shown, with `NotThePage` where something else is.
 */
export async function loadPage(
  browser: Browser,
  url: string,
  device: Device,
  ownAgent: string,
  { sentStatus, onPicture = () => {} }: LoadOptions = {},
): Promise<Loaded> {
  const context = await newContext(browser, device, ownAgent);
  try {
    return await within(device.budgetMs, look(context, url, device, { sentStatus, onPicture }));
  } finally {
    // A page that never rests cannot be closed either: the browser is ended as a whole.
    await within(2_000, context.close()).catch(() => {});
  }
}

async function newContext(browser: Browser, device: Device, ownAgent: string): Promise<BrowserContext> {
  const { width, height, deviceScaleFactor } = device.conditions;
  const context = await browser.newContext({
    viewport: { width, height },
    screen: { width, height },
    deviceScaleFactor,
    isMobile: device.mobile,
    hasTouch: device.mobile,
    userAgent: browserAgent(device, browser.version(), ownAgent),
    locale: 'fr-CH',
    timezoneId: 'Europe/Zurich',
    serviceWorkers: 'block',
    acceptDownloads: false,
  });
  await context.addInitScript('window.open = () => null');
  return context;
}

async function look(
  context: BrowserContext,
  url: string,
  device: Device,
  { sentStatus, onPicture = () => {} }: LoadOptions,
): Promise<Loaded> {
  const page = await context.newPage();
  context.on('page', (other) => void other.close().catch(() => {}));
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => {}));
  const cookies = watchCookies(context);
  const session = await context.newCDPSession(page);
  const traffic = await watchTraffic(context, session);
  const document = await watchDocument(session);
  await slowDown(session, device);
  const film = device.mobile ? await startFilm(session, device.conditions) : undefined;
  const ended = await open(page, url, device.settleMs);

  const world = await isolatedWorld(session);
  const vitals = await world.evaluate<Vitals>(READ_VITALS, 4_000);
  const shown = await shownPage(vitals.html, page.url(), document(), sentStatus);
  const answered = document();
  const picture = await takePicture(session, device);
  onPicture(picture);
  const counted = await traffic.facts(page.url());
  const thirdPartyCookies = await cookies.ofOthers(page.url());
  const axe = await runAxe(world, AXE_MS);
  return {
    ...(shown && { page: shown }),
    ...(answered && { document: answered }),
    picture,
    film: await filmOf(film, vitals),
    facts: {
      conditions: device.conditions,
      ...(vitals.lcpMs !== null && { lcpMs: Math.round(vitals.lcpMs) }),
      cls: cumulativeShift(vitals.shifts),
      longTasks: { count: vitals.longTasks.length, totalMs: Math.round(sum(vitals.longTasks)) },
      ...counted,
      ...(!ended && { partial: true }),
      thirdPartyCookies,
      overflowPx: vitals.overflowPx,
      ...(axe && { axe }),
    },
  };
}

/**
 * A page that is still loading after its time is looked at as it stands; one that failed is not.
 * @returns whether its load came to an end
 */
async function open(page: Page, url: string, settleMs: number): Promise<boolean> {
  let ended = false;
  try {
    await page.goto(url, { waitUntil: 'load', timeout: LOAD_MS });
    ended = true;
    // What a script brings late is part of what a visitor waits for.
    await page.waitForTimeout(settleMs);
    await page.waitForLoadState('networkidle', { timeout: QUIET_MS });
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'TimeoutError' || page.url() === 'about:blank')
      throw error;
  }
  return ended;
}

async function slowDown(session: CDPSession, { conditions }: Device): Promise<void> {
  const { downloadMbps, latencyMs } = conditions;
  if (downloadMbps === undefined || latencyMs === undefined) return;
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond(downloadMbps),
    uploadThroughput: bytesPerSecond(downloadMbps),
  });
}

async function takePicture(session: CDPSession, { name, conditions }: Device): Promise<Picture> {
  const { width, height } = conditions;
  const taking = session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  const { data } = await within(6_000, taking);
  return { name, type: 'image/webp', width, height, bytes: Buffer.from(data, 'base64') };
}

async function filmOf(film: Film | undefined, { timeOrigin, lcpMs }: Vitals): Promise<readonly Picture[]> {
  if (film === undefined) return [];
  return film.pictures(timeOrigin, Math.max(lcpMs ?? 0, 500) + 300).catch(() => []);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
