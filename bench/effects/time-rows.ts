import type { Gallery } from '../../tests/e2e/effects/gallery.ts';
import { workOf } from '../../tests/e2e/effects/gallery.ts';
import { atMost, type Row } from '../report.ts';
import { median, ratio } from '../statistics.ts';
import { crankByHand } from './crank.ts';
import { ambient, begin, fluid, peers, type Subject } from './subjects.ts';

const VIEWPORT = { width: 800, height: 600 };
const FRAMES = 2;

/** Time, draws and pixels a frame, every subject in the same rounds. */
export async function timeRows(gallery: Gallery, rounds: number): Promise<Row[]> {
  const sides = await Promise.all([fluid, ...peers, ...ambient].map((subject) => sideOf(gallery, subject)));
  for (const side of sides) await side.page.evaluate(() => window.crank(6));
  for (let round = 0; round < rounds; round++) {
    for (const i of sides.keys()) {
      const side = sides[(i + round) % sides.length];
      side?.ms.push(await side.page.evaluate((frames) => window.crank(frames), FRAMES));
    }
  }
  const [own, enhanced, plain, ...backgrounds] = sides;
  if (!own || !enhanced || !plain) throw new Error('a subject is missing');
  const costs = await Promise.all([own, enhanced].map(costOf));
  const [ours, theirs] = costs;
  for (const { page } of sides) await page.context().close();
  if (!ours || !theirs) throw new Error('a subject is missing');
  return [
    atMost('fluid: time a frame over webgl-fluid-enhanced', ratio(own.ms, enhanced.ms), 0.33, {
      note: `${median(own.ms).toFixed(0)} and ${median(enhanced.ms).toFixed(0)} ms`,
    }),
    {
      figure: 'fluid: time a frame over webgl-fluid',
      measured: ratio(own.ms, plain.ms).toFixed(2),
      note: `${median(plain.ms).toFixed(0)} ms there`,
    },
    atMost('fluid: draws a frame', ours.draws, 17, {
      digits: 0,
      note: `${theirs.draws} in webgl-fluid-enhanced`,
    }),
    atMost('fluid: pixels a frame', ours.pixels / 1e6, 1.3, {
      unit: ' Mpx',
      note: `${(theirs.pixels / 1e6).toFixed(1)} Mpx in webgl-fluid-enhanced`,
    }),
    ...backgrounds.map(({ name, ms }) =>
      atMost(`ambient background ${name}: time a frame over one fluid frame`, ratio(ms, own.ms), 0.5, {
        note: `${median(ms).toFixed(1)} ms`,
      }),
    ),
  ];
}

async function sideOf(gallery: Gallery, subject: Subject) {
  const page = await gallery.open({ viewport: VIEWPORT, before: [crankByHand] });
  await begin(page, subject);
  return { name: subject.name, page, ms: [] as number[] };
}

/** The dearest of ten frames. */
async function costOf({ page }: { page: Awaited<ReturnType<Gallery['open']>> }) {
  let [draws, pixels] = [0, 0];
  for (let i = 0; i < 10; i++) {
    const before = await workOf(page);
    await page.evaluate(() => window.crank(1));
    const after = await workOf(page);
    draws = Math.max(draws, after.draws - before.draws);
    pixels = Math.max(pixels, after.pixels - before.pixels);
  }
  return { draws, pixels };
}
