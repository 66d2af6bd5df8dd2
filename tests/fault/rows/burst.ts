import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

/** Ten leads a request, five requests a second. */
const FLOOR_A_SECOND = 50;
const BAR = 1.3;
/** In `npm test` other suites have the machine, too: there it counts what is left once the last lead was taken. */
const QUICK_BAR = 2.6;

export const burst: Row = {
  name: 'burst',
  fault: 'a burst of leads',
  unit: 'leads at once',
  dose: { full: 10_000, quick: 500 },
  bar: 'drained within 1.3 × the floor of the provider’s limit',
  async run(scene) {
    const stage = await setStage(scene);
    const { client, provider } = stage;
    const { url } = await stage.start();
    const began = performance.now();
    await client.burst(url, scene.dose, { abreast: 64 });
    const [gone, started] = scene.full ? [0, began] : [provider.made.length, performance.now()];
    await provider.holds(client.acknowledged.values(), scene.dose * 60);
    const seconds = (performance.now() - started) / 1000;
    const floor = Math.max(1, (scene.dose - gone) / FLOOR_A_SECOND);
    const judgement = await stage.verdict(1_000);
    const ratio = seconds / floor;
    if (ratio > (scene.full ? BAR : QUICK_BAR)) scene.broken.push(`${ratio.toFixed(2)} × the floor`);
    if (client.acknowledged.size < scene.dose) scene.broken.push('not every lead was taken');
    return { ...judgement, note: `drained in ${seconds.toFixed(0)} s = ${ratio.toFixed(2)} × the floor` };
  },
};
