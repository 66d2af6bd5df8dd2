import { describe, expect, it } from 'vitest';
import { forThisFile, shellForThisFile, WEBGL } from '../support/chromium.ts';
import { fluidLikeness } from './fluid-likeness.ts';
import { mountEffect, openGallery, workOf } from './gallery.ts';

const gallery = await forThisFile(openGallery(await shellForThisFile(WEBGL)));

/** Waits on timers, as a page at rest gives no frames to poll on. */
const polling = { polling: 50 };
const MIB = 2 ** 20;

describe('the fluid’s bars', () => {
  it('takes 17 draws and 1.3 million pixels a frame at 800 by 600', async () => {
    const page = await gallery.open({ viewport: { width: 800, height: 600 } });
    const frame = await page.evaluate(`Promise.all([
      import('/site/effects/fluid/index.ts'), import('/site/testing/fake-stage.ts'),
    ]).then(([{ mount }, { fakeStage }]) => {
      const stage = fakeStage();
      unmount = mount(host, { greeting: false, slow: 0, maxRatio: 1, stage: stage.stage });
      stage.setSize(800, 600);
      const move = (i) => host.dispatchEvent(new PointerEvent('pointermove', {
        bubbles: true, pointerId: 1, clientX: 400 + 300 * Math.sin(i * 0.035), clientY: 300 + 220 * Math.sin(i * 0.055) }));
      move(0);
      stage.pass(16);
      const frames = [];
      for (let i = 1; i <= 12; i++) {
        const { draws, pixels } = work;
        move(i);
        stage.pass(16);
        frames.push({ draws: work.draws - draws, pixels: work.pixels - pixels });
      }
      return { draws: Math.max(...frames.map((f) => f.draws)), pixels: Math.max(...frames.map((f) => f.pixels)) };
    })`);
    expect(frame).toMatchObject({ draws: 17 });
    expect((frame as { pixels: number }).pixels).toBeLessThanOrEqual(1.3e6);
    await page.context().close();
  });

  it('looks like its reference', async () => {
    expect(await fluidLikeness(gallery)).toBeGreaterThanOrEqual(0.99);
  });

  it('holds no more textures after nine sizes than after the first', async () => {
    const page = await gallery.open();
    const held = await page.evaluate(`Promise.all([
      import('/site/effects/fluid/index.ts'), import('/site/testing/fake-stage.ts'),
    ]).then(([{ mount }, { fakeStage }]) => {
      const stage = fakeStage();
      unmount = mount(host, { greeting: false, slow: 0, stage: stage.stage });
      const held = [];
      for (let i = 0; i <= 9; i++) {
        stage.setSize(60 + 4 * i, 40);
        // The ink of the old size goes; the next move finds a tank of the new one.
        stage.pass(16);
        stage.pass(4000);
        host.dispatchEvent(new PointerEvent('pointermove', { bubbles: true, pointerId: 1, clientX: 10 + 9 * i, clientY: 20 }));
        stage.pass(16);
        held.push({ textures: work.textures, bytes: work.bytes });
      }
      return held;
    })`);
    const sizes = held as { textures: number; bytes: number }[];
    expect(sizes.map(({ textures }) => textures)).toEqual(Array(10).fill(6));
    // Each size did get a tank of its own.
    expect(new Set(sizes.map(({ bytes }) => bytes)).size).toBeGreaterThan(5);
    await page.context().close();
  });

  it('keeps within 12 MiB of textures on a phone of density 3', async () => {
    const viewport = { width: 430, height: 932 };
    const page = await gallery.open({ viewport, deviceScaleFactor: 3, hasTouch: true });
    await mountEffect(page, 'fluid/index');
    await page.waitForFunction('work.draws > 0', undefined, polling);
    const { bytes } = await workOf(page);
    expect(bytes).toBeGreaterThan(MIB);
    expect(bytes).toBeLessThanOrEqual(12 * MIB);
    await page.context().close();
  });
});

describe.each(['night', 'sparkle', 'silk', 'fluid/index'])('%s in a hidden tab', (effect) => {
  it('draws nothing', async () => {
    const page = await gallery.open();
    await mountEffect(page, effect, '#host', { delay: 0 });
    await page.waitForFunction('work.draws > 0', undefined, polling);
    const drawn = await page.evaluate(async () => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
      const { draws } = window.work;
      for (let i = 0; i < 10; i++) await window.nextFrame();
      return window.work.draws - draws;
    });
    expect(drawn).toBe(0);
    expect((await workOf(page)).waiting).toBe(0);
    await page.context().close();
  });
});
