import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, inject, onTestFinished } from 'vitest';
import { launchShell, untouchedPage, WITHOUT_GPU } from '#scripts/browsers/launch.ts';
import { PATIENCE_MS } from './eventually.ts';
import { addressOf } from './site.ts';

export { launchWithoutWebgl, untouchedPage, WEBGL } from '#scripts/browsers/launch.ts';

/** What a test file opens once, such as a browser; it is closed after the file's last test. Call it at the top level of the file, not inside a test. */
export async function forThisFile<T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> {
  const opened = await opening;
  afterAll(() => opened.close());
  return opened;
}

const shells = new Map<readonly string[], Promise<Browser>>();

/**
 * Chromium's headless shell for a test file. Each worker process of Vitest starts one shell and uses it for all test
 * files that it runs. After each file the shell's pages and contexts are closed; when the worker process ends, so does
 * the shell. Call this at the top level of a test file, not inside a test.
 * @param drawing arguments for the browser's start; a shell is shared only by files that give the same ones
 */
export function shellForThisFile(drawing = WITHOUT_GPU): Promise<Browser> {
  const shell = shells.get(drawing) ?? launchShell(drawing);
  shells.set(drawing, shell);
  afterAll(async () => {
    await Promise.all((await shell).contexts().map((context) => context.close()));
  });
  return shell;
}

/** Options for `newPage` and `openPage`: `prefers-reduced-motion` is not set, so effects and transitions play. */
export const WITH_MOTION = { reducedMotion: 'no-preference' } as const;

/**
 * Opens a blank page in a new browser context, which `page.context().close()` closes. Reduced motion is on unless
 * `options` say otherwise (`WITH_MOTION`): drawing the effects without a graphics card takes as much CPU time as the rest
 * of a visit. A test that leaves no state in the browser should visit its routes one after another in the same page: a new
 * context costs three times as much as a visit.
 */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: inject('siteUrl'),
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  // Without JavaScript no page hears a sign, nor of a frame.
  return options.javaScriptEnabled === false ? context.newPage() : untouchedPage(context);
}

/**
 * Opens one page of the site in a context of its own, which ends with the running test. When the test has failed, the
 * page's address and text are printed before.
 * @param route as in ROUTES, with a query or a fragment if need be
 */
export async function openPage(
  browser: Browser,
  route: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await newPage(browser, options);
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(`${page.url()} said:\n${await textOf(page)}`);
    await page.context().close();
  });
  await page.goto(addressOf(route));
  return page;
}

async function textOf(page: Page): Promise<string> {
  return page
    .locator('body')
    .innerText({ timeout: 2_000 })
    .catch((error: unknown) => String(error));
}

/** Waits until React answers for the first element that `css` finds: it leaves a key of its own on each element. */
export async function untilAlive(page: Page, css: string): Promise<void> {
  await page.waitForFunction(
    (found) => Object.keys(document.querySelector(found) ?? {}).some((key) => key.startsWith('__react')),
    css,
  );
}

/** Waits until fonts have come, and brings to its end whatever moves once. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    // What begins when those have ended.
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  });
}
