import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { forThisFile, shellForThisFile, WEBGL } from '../support/chromium.ts';
import { mountEffect, openGallery, workOf } from './gallery.ts';

const gallery = await forThisFile(openGallery(await shellForThisFile(WEBGL)));

const MESSAGE = 'unable to create webgl context';
const effects = ['night', 'sparkle', 'silk', 'fluid/index'];
const drawnByGpu = ['silk', 'fluid/index'];

const canvases = (page: Page) => page.locator('canvas').count();
const effectOf = (page: Page) => page.locator('#host').getAttribute('data-effect');

/** Waits for a condition on the work done so far; on timers, as a page at rest gives no frames to poll on. */
const until = (page: Page, condition: string) => page.waitForFunction(condition, undefined, { polling: 100 });

/** Whether anything of the picture differs from transparent black. */
const painted = (page: Page) =>
  page.evaluate(() => {
    const source = document.querySelector('canvas');
    const copy = document.createElement('canvas').getContext('2d');
    if (!source || !copy) return false;
    copy.drawImage(source, 0, 0, copy.canvas.width, copy.canvas.height);
    return copy.getImageData(0, 0, copy.canvas.width, copy.canvas.height).data.some((channel) => channel > 0);
  });

/** Counts what happens in the ten frames after what was under way has come to rest. */
async function restingWork(page: Page): Promise<{ waiting: number; frames: number; draws: number }> {
  await until(page, 'work.waiting === 0');
  const before = await workOf(page);
  await page.evaluate(async () => {
    for (let i = 0; i < 10; i++) await window.nextFrame();
  });
  const after = await workOf(page);
  return {
    waiting: after.waiting,
    frames: after.frames - before.frames,
    draws: after.draws - before.draws,
  };
}

const nothing = { waiting: 0, frames: 0, draws: 0 };

/** These three run before the scripts of the page. */
const withoutWebgl = () => {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
    return kind === '2d' ? Reflect.apply(getContext, this, [kind]) : null;
  } as typeof getContext;
};

const exposeContext = () => {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, ...asked: unknown[]) {
    const context = Reflect.apply(getContext, this, asked);
    if (String(asked[0]).startsWith('webgl')) Object.assign(window, { context });
    return context;
  } as typeof getContext;
};

/** What a WebGL canvas shows can be read after the fact only when it is kept. */
const keepPicture = () => {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    return Reflect.apply(getContext, this, [kind, { ...options, preserveDrawingBuffer: true }]);
  } as typeof getContext;
};

describe.each(effects)('%s', (effect) => {
  it('plays, rests while scrolled away, goes on, and frees everything', async () => {
    const page = await gallery.open();
    await mountEffect(page, effect);
    await until(page, 'work.frames > 2');
    expect(await canvases(page)).toBe(1);

    await page.evaluate(() => window.scrollTo(0, 1000));
    expect(await restingWork(page)).toEqual(nothing);

    const { frames } = await workOf(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    if (effect !== 'fluid/index') await until(page, `work.frames > ${frames + 1}`);

    await page.evaluate(() => window.unmount());
    expect(await canvases(page)).toBe(0);
    expect(await effectOf(page)).toBe(null);
    expect(await restingWork(page)).toEqual(nothing);
    await page.context().close();
  });

  it('is one still picture under reduced motion', async () => {
    const page = await gallery.open({ reducedMotion: 'reduce' });
    await mountEffect(page, effect, '#host', { delay: 0 });
    await page.waitForSelector('canvas', { state: 'attached' });
    // The one picture is drawn meanwhile.
    await restingWork(page);
    expect(await restingWork(page)).toEqual(nothing);
    expect((await workOf(page)).frames).toBe(0);
    await page.mouse.move(100, 100);
    await page.mouse.move(200, 150);
    expect(await restingWork(page)).toEqual(nothing);
    await page.context().close();
  });

  it('leaves the page alone without WebGL', async () => {
    const page = await gallery.open({
      before: [withoutWebgl],
    });
    const errors: string[] = [];
    const said: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.text() === MESSAGE) said.push(message.type());
    });
    await mountEffect(page, effect);
    await page.mouse.move(100, 100);
    const needsGpu = drawnByGpu.includes(effect);
    expect(said).toEqual(needsGpu ? ['error'] : []);
    expect(await effectOf(page)).toBe(needsGpu ? 'off' : null);
    await page.evaluate(() => window.unmount());
    expect(await canvases(page)).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe.each(drawnByGpu)('%s and its context', (effect) => {
  it('stops when it is lost and goes on when it is given back', async () => {
    const page = await gallery.open({
      before: [exposeContext],
    });
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await mountEffect(page, effect);
    await until(page, 'work.draws > 2');

    await page.evaluate('window.losing = context.getExtension("WEBGL_lose_context"); losing.loseContext()');
    expect(await restingWork(page)).toEqual(nothing);

    const { draws } = await workOf(page);
    await page.evaluate('losing.restoreContext()');
    await until(page, `work.draws > ${draws}`);
    expect(await page.evaluate('context.getError()')).toBe(0);
    expect(errors).toEqual([]);
    await page.context().close();
  });
});

describe('the still pictures', () => {
  it.each(effects)('of %s shows something', async (effect) => {
    const page = await gallery.open({
      reducedMotion: 'reduce',
      before: [keepPicture],
    });
    await mountEffect(page, effect, '#host', { delay: 0 });
    await page.waitForSelector('canvas', { state: 'attached' });
    await expect.poll(() => painted(page)).toBe(true);
    await page.context().close();
  });
});
