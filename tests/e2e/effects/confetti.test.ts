import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { forThisFile, shellForThisFile, WEBGL } from '../support/chromium.ts';
import { mountEffect, openGallery, workOf } from './gallery.ts';

const gallery = await forThisFile(openGallery(await shellForThisFile(WEBGL)));

interface Probe {
  /** Pieces painted since the picture was last wiped. */
  pieces: number;
  stage: { pass(ms: number): void; held(): number; waiting(): number };
}

const countPieces = () => {
  const probe = { pieces: 0 };
  const { prototype } = CanvasRenderingContext2D;
  const { fill, reset } = prototype;
  Object.assign(window, { probe });
  prototype.reset = function () {
    probe.pieces = 0;
    reset.call(this);
  };
  prototype.fill = function (...rule: unknown[]) {
    probe.pieces++;
    Reflect.apply(fill, this, rule);
  };
};

/** Confetti on a clock that moves only when told. */
async function celebrate(): Promise<Page> {
  const page = await gallery.open({ before: [countPieces] });
  await page.evaluate(`Promise.all([
    import('/site/effects/confetti.ts'), import('/site/testing/fake-stage.ts'),
  ]).then(([{ mount }, { fakeStage }]) => {
    probe.stage = fakeStage();
    unmount = mount(document.body, { stage: probe.stage.stage });
  })`);
  return page;
}

/** Lets `ms` go by in frames of 10 ms, then says what is on the page. */
const after = (page: Page, ms: number) =>
  page.evaluate((left) => {
    const { probe } = window as unknown as { probe: Probe };
    for (let passed = 0; passed < left; passed += 10) probe.stage.pass(10);
    return { pieces: probe.pieces, canvases: document.querySelectorAll('canvas').length };
  }, ms);

const leftOver = (page: Page) =>
  page.evaluate(() => {
    const { stage } = (window as unknown as { probe: Probe }).probe;
    return stage.held() + stage.waiting();
  });

describe('confetti', () => {
  it('throws 80 pieces, 40 more after half a second, and is gone at 6 s', async () => {
    const page = await celebrate();
    expect(await after(page, 490)).toEqual({ pieces: 80, canvases: 1 });
    expect(await after(page, 20)).toEqual({ pieces: 120, canvases: 1 });
    expect((await after(page, 5480)).canvases).toBe(1);
    expect((await after(page, 20)).canvases).toBe(0);
    expect(await leftOver(page)).toBe(0);
  });

  it('can be ended early, and comes back no more', async () => {
    const page = await celebrate();
    await after(page, 100);
    await page.evaluate(() => window.unmount());
    expect(await leftOver(page)).toBe(0);
    expect((await after(page, 7000)).canvases).toBe(0);
  });

  it('covers the window and lets clicks through', async () => {
    const page = await gallery.open();
    await mountEffect(page, 'confetti', 'body');
    const canvas = page.locator('canvas');
    expect(await canvas.boundingBox()).toEqual({ x: 0, y: 0, width: 640, height: 480 });
    expect(await canvas.evaluate((it) => getComputedStyle(it).pointerEvents)).toBe('none');
    expect(await canvas.getAttribute('aria-hidden')).toBe('true');
  });

  it('throws nothing under reduced motion', async () => {
    const page = await gallery.open({ reducedMotion: 'reduce' });
    await mountEffect(page, 'confetti', 'body');
    expect(await page.locator('canvas').count()).toBe(0);
    expect((await workOf(page)).waiting).toBe(0);
  });
});
