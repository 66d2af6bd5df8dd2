import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Gallery, openGallery, softwareGl } from './gallery.ts';

let gallery: Gallery;

beforeAll(async () => {
  gallery = await openGallery(softwareGl);
});
afterAll(() => gallery.close());

interface Probe {
  pass(ms: number): void;
  waiting(): number;
}

/** A fluid on a clock that moves only when told. */
async function openFluid(options: object = {}) {
  const page = await gallery.open();
  await page.evaluate(`Promise.all([
    import('/site/effects/fluid/index.ts'), import('/site/effects/fake-stage.ts'),
  ]).then(([{ mount }, { fakeStage }]) => {
    window.probe = fakeStage();
    unmount = mount(host, { greeting: false, stage: probe.stage, ...${JSON.stringify(options)} });
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
        ?.dispatchEvent(new PointerEvent('pointermove', { pointerId, clientX, clientY }));
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

  it('really makes the number of pressure iterations that it is told', async () => {
    const page = await openFluid({ pressureIterations: 40 });
    await frame(page, [[1, 100, 100]]);
    expect(await frame(page, [[1, 120, 110]])).toBe(20 + 5 + 2);
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
