import type { Page, Worker } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { forThisFile, shellForThisFile, WEBGL } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { openGallery } from './gallery.ts';

const gallery = await forThisFile(openGallery(await shellForThisFile(WEBGL)));

/** Runs in the worker before the effect: counts the draws, and keeps the context. */
const COUNT = `
  self.draws = 0;
  const { drawArrays } = WebGL2RenderingContext.prototype;
  WebGL2RenderingContext.prototype.drawArrays = function (...args) {
    self.gl = this;
    self.draws++;
    drawArrays.apply(this, args);
  };`;

const WITHOUT_WEBGL = 'OffscreenCanvas.prototype.getContext = () => null;';

const EFFECTS = [
  ['silk', 'paintSilk'],
  ['fluid/index', 'paintFluid'],
] as const;

/** Plays a WebGL effect in a worker, however slow it is here. */
async function playOffstage(page: Page, [file, paint]: (typeof EFFECTS)[number], before = COUNT) {
  const effects = `${new URL(page.url()).origin}/site/effects`;
  const code = `
    import { ${paint} } from '${effects}/${file}.ts';
    import { playOffstage } from '${effects}/offstage-worker.ts';
    ${before}
    playOffstage((place) => ${paint}(place, { slow: 0 }));`;
  await page.evaluate(`import('/site/effects/offstage.ts').then(({ mountOffstage }) => {
    const address = URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }));
    mountOffstage(document.querySelector('#host'), () => new Worker(address, { type: 'module' }));
  })`);
}

async function workerOf(page: Page): Promise<Worker> {
  await eventually(() => expect(page.workers()).toHaveLength(1));
  return page.workers()[0] as Worker;
}

const drawsOf = (worker: Worker) => worker.evaluate(() => Number(Reflect.get(globalThis, 'draws')));

/** Resolves once no draw has come for as long as several slow frames. */
const resting = (worker: Worker) =>
  eventually(async () => {
    const before = await drawsOf(worker);
    await new Promise((later) => setTimeout(later, 400));
    expect(await drawsOf(worker)).toBe(before);
    return before;
  }, 30_000);

const drawing = (worker: Worker, more: number) =>
  eventually(async () => expect(await drawsOf(worker)).toBeGreaterThan(more));

describe.each(EFFECTS.map((effect) => ({ effect, file: effect[0] })))('$file in a worker', ({ effect }) => {
  it('draws, not while scrolled away, and goes on after its context was lost', async () => {
    const page = await gallery.open({ viewport: { width: 320, height: 240 } });
    await playOffstage(page, effect);
    const worker = await workerOf(page);
    await drawing(worker, 2);
    expect(await page.evaluate(() => window.work.draws + window.work.frames)).toBe(0);

    await worker.evaluate('self.losing = gl.getExtension("WEBGL_lose_context"); losing.loseContext()');
    const lost = await resting(worker);
    await worker.evaluate('losing.restoreContext()');
    await drawing(worker, lost);

    await page.evaluate(() => window.scrollTo(0, 1000));
    const away = await resting(worker);
    await page.evaluate(() => window.scrollTo(0, 0));
    if (effect[0] === 'fluid/index') await page.mouse.move(100, 100);
    await drawing(worker, away);
    await page.context().close();
  });

  it('leaves the host to its CSS where the worker has no WebGL, and says so', async () => {
    const page = await gallery.open();
    const said: string[] = [];
    page.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
    await playOffstage(page, effect, WITHOUT_WEBGL);
    await eventually(() => expect(said).toEqual(['error: unable to create webgl context']));
    expect(await page.locator('#host').getAttribute('data-effect')).toBe('off');
    expect(await page.locator('canvas').count()).toBe(0);
    expect(page.workers()).toHaveLength(0);
    await page.context().close();
  });
});

it('the fluid in a worker is stirred by every move on the page', async () => {
  const page = await gallery.open({ viewport: { width: 320, height: 240 } });
  await playOffstage(page, EFFECTS[1]);
  const worker = await workerOf(page);
  await drawing(worker, 2);
  // What greets has faded.
  const asleep = await resting(worker);
  await page.mouse.move(60, 60);
  await page.mouse.move(260, 160);
  // More than the picture alone: it flows.
  await drawing(worker, asleep + 10);
  await page.context().close();
});
