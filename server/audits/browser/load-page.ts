import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import type { Instant } from '#domain/instant.ts';
import { within } from '../../system/within.ts';
import type { AxeFacts, AxeRule, LoadConditions, LoadFacts, PageFacts, PagePicture } from '../audit-facts.ts';
import { watchCookies, watchTraffic } from './page-traffic.ts';
import { type DocumentFacts, shownPage, watchDocument } from './shown-page.ts';

export interface Loaded {
  readonly facts: LoadFacts;
  /** What stands in the document after the load; absent when it could not be read. */
  readonly page?: PageFacts;
  readonly document?: DocumentFacts;
  readonly picture: PagePicture;
  readonly film: readonly PagePicture[];
}

interface LoadOptions {
  /** What the page came with when it was asked for without a browser. */
  readonly sentStatus?: number | undefined;
  /** Told as soon as the picture is there. */
  readonly onPicture?: (picture: PagePicture) => void;
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

  const evaluate = await isolatedWorld(session);
  const vitals = await evaluate<Vitals>(READ_VITALS, 4_000);
  const shown = await shownPage(vitals.html, page.url(), document(), sentStatus);
  const answered = document();
  const picture = await takePicture(session, device);
  onPicture(picture);
  const counted = await traffic(page.url());
  const thirdPartyCookies = await cookies(page.url());
  const axe = await runAxe(evaluate, AXE_MS);
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

async function takePicture(session: CDPSession, { name, conditions }: Device): Promise<PagePicture> {
  const { width, height } = conditions;
  const taking = session.send('Page.captureScreenshot', { format: 'webp', quality: 70 });
  const { data } = await within(6_000, taking);
  return { name, type: 'image/webp', width, height, bytes: Buffer.from(data, 'base64') };
}

async function filmOf(
  film: Film | undefined,
  { timeOrigin, lcpMs }: Vitals,
): Promise<readonly PagePicture[]> {
  if (film === undefined) return [];
  return film(timeOrigin, Math.max(lcpMs ?? 0, 500) + 300).catch(() => []);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

interface Device {
  readonly name: 'phone' | 'desktop';
  readonly conditions: LoadConditions;
  /** What stands in the agent string in the place of the machine. */
  readonly system: string;
  readonly mobile: boolean;
  /** How long the page is left alone after its load before anything is measured, in milliseconds. */
  readonly settleMs: number;
  /** How long its load may take in all, in milliseconds. */
  readonly budgetMs: number;
}

/** A good 4G line: 10 Mbit/s with 40 ms. The processor is not slowed. */
export const PHONE: Device = {
  name: 'phone',
  conditions: { width: 390, height: 844, deviceScaleFactor: 2, downloadMbps: 10, latencyMs: 40 },
  system: 'Linux; Android 10; K',
  mobile: true,
  settleMs: 3_500,
  budgetMs: 26_000,
};

export const DESKTOP: Device = {
  name: 'desktop',
  conditions: { width: 1_440, height: 900, deviceScaleFactor: 1 },
  system: 'X11; Linux x86_64',
  mobile: false,
  settleMs: 1_000,
  budgetMs: 18_000,
};

/** The User-Agent header of the audit's browser: Chromium's own, with the audit's name and its address for questions. */
function browserAgent(device: Device, browserVersion: string, ownAgent: string): string {
  const major = browserVersion.split('.', 1)[0];
  const kind = device.mobile ? 'Mobile Safari' : 'Safari';
  const engine = `AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 ${kind}/537.36`;
  return `Mozilla/5.0 (${device.system}) ${engine} ${ownAgent.replace(/^Mozilla\/5\.0 /, '')}`;
}

/** The rules of axe-core that answer each of our questions. */
const AXE_RULES: Readonly<Record<keyof AxeFacts, readonly string[]>> = {
  contrast: ['color-contrast'],
  labels: ['label', 'select-name'],
  alt: ['image-alt', 'input-image-alt', 'area-alt'],
  targets: ['target-size'],
};

interface AxeFinding {
  readonly id: string;
  readonly nodes: number;
  readonly example: string | null;
}

type AxeResults = Readonly<Record<'violations' | 'incomplete' | 'passes', readonly AxeFinding[]>>;

let source: Promise<string> | undefined;

/** What axe-core finds in the page; undefined when it cannot look in that time. */
async function runAxe(evaluate: Evaluate, ms: number): Promise<AxeFacts | undefined> {
  source ??= readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  try {
    await evaluate(`${await source};undefined`, ms);
    return summed(await evaluate<AxeResults>(axeExpression(), ms));
  } catch {
    return undefined;
  }
}

function axeExpression(): string {
  const rules = Object.values(AXE_RULES).flat();
  return `(async () => {
    const results = await axe.run(document, {
      runOnly: ${JSON.stringify(rules)}, rules: { 'target-size': { enabled: true } }, iframes: false,
      resultTypes: ['violations', 'incomplete', 'passes'],
    });
    const short = (list) => list.map(({ id, nodes }) => ({
      id, nodes: nodes.length, example: nodes.length > 0 ? String(nodes[0].target[0]).slice(0, 120) : null,
    }));
    return { violations: short(results.violations), incomplete: short(results.incomplete), passes: short(results.passes) };
  })()`;
}

function summed(results: AxeResults): AxeFacts {
  const rule = (name: keyof AxeFacts): AxeRule => {
    const own = (list: readonly AxeFinding[]) => list.filter(({ id }) => AXE_RULES[name].includes(id));
    const count = (list: readonly AxeFinding[]) => own(list).reduce((sum, { nodes }) => sum + nodes, 0);
    const example = own(results.violations)[0]?.example;
    return {
      failed: count(results.violations),
      undecided: count(results.incomplete),
      passed: count(results.passes),
      ...(example && { example }),
    };
  };
  return { contrast: rule('contrast'), labels: rule('labels'), alt: rule('alt'), targets: rule('targets') };
}

interface Frame {
  readonly at: Instant;
  readonly data: string;
}

const FILM_WIDTH = 195;
const FILM_FRAMES = 6;
const MOST_FRAMES = 200;

/** At most six frames, evenly spread until `endMs` after `timeOrigin`; each as it stood at its instant. */
type Film = (timeOrigin: number, endMs: number) => Promise<readonly PagePicture[]>;

/** Records what the window shows while it loads, in small pictures that the browser makes. */
async function startFilm(session: CDPSession, { width, height }: LoadConditions): Promise<Film> {
  const frames: Frame[] = [];
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    if (frames.length < MOST_FRAMES) frames.push({ at: (metadata.timestamp ?? 0) * 1_000, data });
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {
      // The page has gone.
    });
  });
  const size = { maxWidth: FILM_WIDTH, maxHeight: Math.round((FILM_WIDTH * height) / width) };
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 50, ...size });
  return async (timeOrigin, endMs) => {
    await session.send('Page.stopScreencast');
    return spread(frames, timeOrigin, endMs).map(({ data, atMs }, index) => ({
      name: `film-${index + 1}`,
      type: 'image/jpeg',
      width: size.maxWidth,
      height: size.maxHeight,
      atMs,
      bytes: Buffer.from(data, 'base64'),
    }));
  };
}

function spread(frames: readonly Frame[], timeOrigin: number, endMs: number) {
  return Array.from({ length: FILM_FRAMES }, (_, index) =>
    Math.round((endMs * (index + 1)) / FILM_FRAMES),
  ).flatMap((atMs) => {
    const shown = frames.filter(({ at }) => at >= timeOrigin && at - timeOrigin <= atMs).at(-1);
    return shown === undefined ? [] : [{ data: shown.data, atMs }];
  });
}

/** The value of an expression, awaited; rejects when it throws or takes longer. */
type Evaluate = <T>(expression: string, ms: number) => Promise<T>;

/** A JavaScript world beside the page's: it sees the document, and the page cannot change what it runs. */
async function isolatedWorld(session: CDPSession): Promise<Evaluate> {
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'audit',
  });
  return async <T>(expression: string, ms: number) => {
    const running = session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
      timeout: ms,
    });
    const { result, exceptionDetails } = await within(ms + 500, running);
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text);
    return result.value as T;
  };
}

/** What the page's own timeline says, as plain text for the isolated world. */
interface Vitals {
  readonly lcpMs: number | null;
  /** Layout shifts without input: their start and size. */
  readonly shifts: readonly (readonly [startMs: number, value: number])[];
  readonly longTasks: readonly number[];
  readonly timeOrigin: number;
  readonly overflowPx: number;
  readonly html: string;
}

/** Reads the buffered entries of the browser's own observers; nothing is installed before the page loads. */
const READ_VITALS = `(async () => {
  const entries = (type) => new Promise((resolve) => {
    const found = [];
    const observer = new PerformanceObserver((list) => found.push(...list.getEntries()));
    observer.observe({ type, buffered: true });
    setTimeout(() => { found.push(...observer.takeRecords()); observer.disconnect(); resolve(found); }, 150);
  });
  const [paints, shifts, tasks] = await Promise.all(
    ['largest-contentful-paint', 'layout-shift', 'longtask'].map(entries));
  const last = paints.at(-1);
  const root = document.documentElement;
  const clips = (element) => /hidden|clip/.test(element ? getComputedStyle(element).overflowX : '');
  const wider = clips(root) || clips(document.body) ? 0 : root.scrollWidth - screen.width;
  return {
    lcpMs: last ? last.startTime : null,
    shifts: shifts.filter((shift) => !shift.hadRecentInput).map((shift) => [shift.startTime, shift.value]),
    longTasks: tasks.map((task) => task.duration),
    timeOrigin: performance.timeOrigin,
    overflowPx: Math.max(0, Math.round(wider)),
    html: root.outerHTML.slice(0, 3000000),
  };
})()`;

/** Cumulative layout shift: the worst burst of at most 5 s with gaps under 1 s (web.dev/articles/cls). */
export function cumulativeShift(shifts: Vitals['shifts']): number {
  let worst = 0;
  let burst = { from: Number.NEGATIVE_INFINITY, last: Number.NEGATIVE_INFINITY, sum: 0 };
  for (const [at, value] of shifts) {
    const same = at - burst.last < 1_000 && at - burst.from < 5_000;
    burst = same ? { ...burst, last: at, sum: burst.sum + value } : { from: at, last: at, sum: value };
    worst = Math.max(worst, burst.sum);
  }
  return Math.round(worst * 1_000) / 1_000;
}
