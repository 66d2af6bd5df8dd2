import type { Page, Worker } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { shellForThisFile } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';

const browser = await shellForThisFile();

async function open(path: string, options: { reducedMotion?: 'reduce' } = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 }, ...options });
  const page = await context.newPage();
  // Counts the frames that the page's own thread asks for.
  await page.addInitScript(() => {
    const ask = requestAnimationFrame;
    Object.assign(window, {
      frames: 0,
      requestAnimationFrame: (callback: FrameRequestCallback) => {
        Object.assign(window, { frames: Number(Reflect.get(window, 'frames')) + 1 });
        return ask(callback);
      },
    });
  });
  await page.goto(inject('siteUrl') + path);
  return page;
}

async function workerOf(page: Page): Promise<Worker> {
  await eventually(async () => expect(page.workers()).toHaveLength(1));
  const [worker] = page.workers();
  if (!worker) throw new Error('no worker');
  return worker;
}

/** Frames that the worker asks for in half a second. */
function framesOf(worker: Worker): Promise<number> {
  return worker.evaluate(async () => {
    const ask = requestAnimationFrame;
    let frames = 0;
    globalThis.requestAnimationFrame = (callback) => {
      frames += 1;
      return ask(callback);
    };
    await new Promise((resolve) => setTimeout(resolve, 500));
    globalThis.requestAnimationFrame = ask;
    return frames;
  });
}

describe.each(['/', '/home'])('what plays on %s', (path) => {
  it('plays in a worker, moves, and leaves the page’s own thread alone', async () => {
    const page = await open(path);
    const worker = await workerOf(page);
    await eventually(async () => expect(await framesOf(worker)).toBeGreaterThan(2));
    const before = await page.screenshot();
    await eventually(async () => expect((await page.screenshot()).equals(before)).toBe(false));
    expect(await page.evaluate(() => Reflect.get(window, 'frames'))).toBe(0);
    await page.context().close();
  });

  it('draws nothing where nobody can see it', async () => {
    const page = await open(path);
    const worker = await workerOf(page);
    await eventually(async () => expect(await framesOf(worker)).toBeGreaterThan(2));
    await page.locator('canvas').evaluate((canvas) => {
      (canvas.parentElement as HTMLElement).style.display = 'none';
    });
    await eventually(async () => expect(await framesOf(worker)).toBe(0));
    await page.context().close();
  });

  it('shows one still picture to those who ask for reduced motion', async () => {
    const page = await open(path, { reducedMotion: 'reduce' });
    const worker = await workerOf(page);
    expect(await framesOf(worker)).toBe(0);
    const picture = await page.screenshot();
    expect((await page.screenshot()).equals(picture)).toBe(true);
    await page.locator('canvas').evaluate((canvas) => canvas.style.setProperty('opacity', '0'));
    expect((await page.screenshot()).equals(picture)).toBe(false);
    await page.context().close();
  });
});

describe('the confetti of /validation', () => {
  it('fall in a worker, and nothing of them is left after six seconds', async () => {
    const page = await open('/validation');
    await workerOf(page);
    await page.locator('canvas').waitFor({ state: 'attached' });
    await page.locator('canvas').waitFor({ state: 'detached' });
    expect(page.workers()).toHaveLength(0);
    await page.context().close();
  });

  it('celebrate no call that there is not', async () => {
    const page = await open('/validation?appel=nulle-part');
    await page.waitForLoadState('networkidle');
    expect([page.workers().length, await page.locator('canvas').count()]).toEqual([0, 0]);
    await page.context().close();
  });

  it('spare those who ask for reduced motion', async () => {
    const page = await open('/validation', { reducedMotion: 'reduce' });
    await page.waitForLoadState('networkidle');
    expect([page.workers().length, await page.locator('canvas').count()]).toEqual([0, 0]);
    await page.context().close();
  });
});
