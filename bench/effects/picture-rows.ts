import { fluidLikeness } from '../../tests/e2e/effects/fluid-likeness.ts';
import { type Gallery, workOf } from '../../tests/e2e/effects/gallery.ts';
import { atLeast, atMost, type Row } from '../report.ts';
import { begin, fluid } from './subjects.ts';

const MIB = 2 ** 20;

/** The fluid's picture beside its reference, and after a lost context. */
export async function pictureRows(gallery: Gallery): Promise<Row[]> {
  const alike = await fluidLikeness(gallery);
  const restored = await restoredAfter(gallery);
  return [
    atLeast('fluid: picture against its reference, SSIM', alike, 0.99, {
      digits: 4,
      note: 'the same 14 strokes in a row, blocks with ink only',
    }),
    atMost('fluid: lost context, until its picture stands again', restored / 1000, 1, { unit: ' s' }),
  ];
}

/** Milliseconds from the context's return until the picture has ink in it. */
async function restoredAfter(gallery: Gallery): Promise<number> {
  const page = await gallery.open({ before: [keepContext] });
  await begin(page, { ...fluid, start: fluid.start.replace('greeting: false', 'greeting: true') });
  const ms = await page.evaluate(async () => {
    const { context } = window as unknown as { context: WebGL2RenderingContext };
    const losing = context.getExtension('WEBGL_lose_context');
    const told = (event: string) =>
      new Promise((done) => context.canvas.addEventListener(event, done, { once: true }));
    const lost = told('webglcontextlost');
    losing?.loseContext();
    await lost;
    await new Promise((done) => setTimeout(done, 100));
    const from = performance.now();
    losing?.restoreContext();
    while (performance.now() - from < 20_000) {
      await window.nextFrame();
      if (context.isContextLost()) continue;
      // Only now has it a size again.
      const { drawingBufferWidth, drawingBufferHeight, RGBA, UNSIGNED_BYTE } = context;
      const pixels = new Uint8Array(4 * drawingBufferWidth * drawingBufferHeight);
      context.readPixels(0, 0, drawingBufferWidth, drawingBufferHeight, RGBA, UNSIGNED_BYTE, pixels);
      if (pixels.some((channel, i) => i % 4 < 3 && channel > 100)) return performance.now() - from;
    }
    return Number.POSITIVE_INFINITY;
  });
  await page.context().close();
  return ms;
}

/** Runs before the page's scripts: what a canvas shows can be read after the fact only when it is kept. */
function keepContext(): void {
  const { prototype } = HTMLCanvasElement;
  const { getContext } = prototype;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string, options?: object) {
    const context = Reflect.apply(getContext, this, [kind, { ...options, preserveDrawingBuffer: true }]);
    return Object.assign(window, { context }).context;
  } as typeof getContext;
}

/** Textures after nine sizes, and on a phone. */
export async function memoryRows(gallery: Gallery): Promise<Row[]> {
  const page = await gallery.open();
  await begin(page, fluid);
  const held: number[] = [];
  for (let i = 0; i <= 9; i++) {
    await page.setViewportSize({ width: 640 - 20 * i, height: 480 });
    await page.waitForTimeout(300);
    await page.mouse.move(100 + 10 * i, 100);
    await page.waitForTimeout(100);
    held.push((await workOf(page)).textures);
  }
  await page.context().close();
  const phone = await gallery.open({ viewport: { width: 430, height: 932 }, deviceScaleFactor: 3 });
  await begin(phone, fluid);
  await phone.mouse.move(100, 100);
  const { bytes } = await workOf(phone);
  await phone.context().close();
  const [first = Number.NaN] = held;
  const last = held.at(-1) ?? Number.NaN;
  return [
    {
      figure: 'fluid: textures alive after 9 sizes',
      bar: `≤ ${first}, as after the first`,
      measured: String(last),
      met: last <= first,
    },
    atMost('fluid: textures on a phone of 430 by 932 at density 3', bytes / MIB, 12, {
      unit: ' MiB',
      digits: 1,
    }),
  ];
}
