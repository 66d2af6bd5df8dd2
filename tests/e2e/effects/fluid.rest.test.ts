import { describe, expect, it } from 'vitest';
import { forThisFile, shellForThisFile, WEBGL } from '../support/chromium.ts';
import { mountEffect, openGallery } from './gallery.ts';

const gallery = await forThisFile(openGallery(await shellForThisFile(WEBGL)));

interface Probe {
  pass(ms: number): void;
  waiting(): number;
}

/** A fluid on a clock that moves only when told. */
async function openFluid(options: object = {}) {
  const page = await gallery.open();
  await page.evaluate(`Promise.all([
    import('/site/effects/fluid/index.ts'), import('/site/testing/fake-stage.ts'),
  ]).then(([{ mount }, { fakeStage }]) => {
    window.probe = fakeStage();
    unmount = mount(host, { greeting: false, slow: 0, stage: probe.stage, ...${JSON.stringify(options)} });
    probe.setSize(64, 48);
    probe.pass(16);
  })`);
  return page;
}

type FluidPage = Awaited<ReturnType<typeof openFluid>>;

/** Moves fingers, gives one frame, and returns how often something was drawn in it. */
const frame = (page: FluidPage, fingers: [id: number, x: number, y: number][] = []) =>
  page.evaluate((moved) => {
    const { probe } = window as unknown as { probe: Probe };
    for (const [pointerId, clientX, clientY] of moved) {
      document
        .querySelector('#host')
        ?.dispatchEvent(new PointerEvent('pointermove', { pointerId, clientX, clientY, bubbles: true }));
    }
    const before = window.work.draws;
    probe.pass(16);
    return window.work.draws - before;
  }, fingers);

/** 20 iterations, two a pass; confinement, divergence, projection, dye and the picture. */
const STEP_DRAWS = 10 + 5;

describe('the fluid', () => {
  it('draws nothing until somebody moves', async () => {
    const page = await openFluid();
    expect(await frame(page)).toBe(0);
    expect(await page.evaluate(() => window.work.waiting)).toBe(0);
    await page.context().close();
  });

  it('adds one splat of speed and one of dye for each finger that moved', async () => {
    const page = await openFluid();
    await frame(page, [
      [1, 100, 100],
      [2, 300, 200],
    ]);
    expect(await frame(page, [[1, 120, 110]])).toBe(STEP_DRAWS + 2);
    expect(
      await frame(page, [
        [1, 140, 120],
        [2, 320, 220],
      ]),
    ).toBe(STEP_DRAWS + 4);
    expect(await frame(page)).toBe(STEP_DRAWS);
    await page.context().close();
  });

  it('sleeps by the clock once it has faded, and wakes at the next move', async () => {
    const page = await openFluid();
    await frame(page, [[1, 100, 100]]);
    await frame(page, [[1, 120, 110]]);
    const state = await page.evaluate(() => {
      const { probe } = window as unknown as { probe: Probe };
      probe.pass(2900);
      const awake = probe.waiting();
      probe.pass(200);
      return { awake, asleep: probe.waiting() };
    });
    expect(state).toEqual({ awake: 1, asleep: 0 });
    expect(await frame(page)).toBe(0);
    expect(await frame(page, [[1, 200, 200]])).toBe(STEP_DRAWS + 2);
    await page.context().close();
  });
});

/** Channels brighter than the ground, as the last frame shows them. */
const inkOf = (page: FluidPage) =>
  page.evaluate(() => {
    const { probe } = window as unknown as { probe: Probe };
    const gl = document.querySelector('canvas')?.getContext('webgl2');
    if (!gl) return Number.NaN;
    probe.pass(16);
    const pixels = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    return pixels.filter((channel, i) => i % 4 < 3 && channel > 60).length / pixels.length;
  });

describe('the ink', () => {
  it('stays where the canvas gets fewer pixels', async () => {
    const page = await openFluid({ greeting: true });
    const before = await inkOf(page);
    await page.evaluate(() => {
      const { probe } = window as unknown as {
        probe: Probe & { setSize(width: number, height: number): void };
      };
      probe.setSize(32, 24);
      probe.pass(16);
    });
    const after = await inkOf(page);
    expect(before).toBeGreaterThan(0.03);
    expect(after).toBeGreaterThan(before * 0.7);
    expect(await page.evaluate(() => window.work.textures)).toBe(6);
    await page.context().close();
  });
});

/** Runs before the page's scripts: an old phone. */
const oldPhone = () => {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    if (kind === 'webgl2') return null;
    const context = Reflect.apply(getContext, this, [kind, { ...options, preserveDrawingBuffer: true }]);
    if (kind === 'webgl') Object.assign(window, { context });
    return context;
  } as typeof getContext;
};

/** Runs before the page's scripts: half floats cannot be filtered. */
const unfiltered = () => {
  const { prototype } = WebGLRenderingContext;
  const { getExtension } = prototype;
  prototype.getExtension = function (this: WebGLRenderingContext, name: string) {
    return name.endsWith('_linear') ? null : Reflect.apply(getExtension, this, [name]);
  } as typeof getExtension;
};

describe('the fluid on WebGL 1', () => {
  it.each([
    ['filtered', [oldPhone]],
    ['unfiltered', [oldPhone, unfiltered]],
  ])('paints with %s half floats and without a GL error', async (_, before) => {
    const page = await gallery.open({ before, reducedMotion: 'reduce' });
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    await mountEffect(page, 'fluid/index');
    await page.waitForFunction('work.draws > 100', undefined, { polling: 100 });
    const lit = await page.evaluate(`(() => {
      const pixels = new Uint8Array(4 * context.drawingBufferWidth * context.drawingBufferHeight);
      context.readPixels(0, 0, context.drawingBufferWidth, context.drawingBufferHeight,
        context.RGBA, context.UNSIGNED_BYTE, pixels);
      return { bright: pixels.filter((channel, i) => i % 4 < 3 && channel > 100).length, error: context.getError() };
    })()`);
    expect(lit).toMatchObject({ error: 0 });
    expect((lit as { bright: number }).bright).toBeGreaterThan(1000);
    expect(said.filter((line) => line.includes('shader'))).toEqual([]);
    await page.context().close();
  });
});
