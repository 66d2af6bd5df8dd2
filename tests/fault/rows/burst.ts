import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

const LEADS_A_REQUEST = 10;
const REQUESTS_A_SECOND = 5;
const BAR = 1.3;

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
    // The machine of a quick dose does more beside: who is sent away there comes again, as browsers do.
    while (!scene.full && client.acknowledged.size < scene.dose)
      await client.burst(url, scene.dose - client.acknowledged.size, { abreast: 4 });
    await provider.holds(client.acknowledged.values(), 120_000 + scene.dose * 60);
    const seconds = (performance.now() - began) / 1000;
    const requests = scene.dose / LEADS_A_REQUEST;
    const judgement = await stage.verdict(1_000);
    const ratio = seconds / (requests / REQUESTS_A_SECOND);
    // Beside other suites leads come in slowly, and the batches are small: there neither time nor requests are judged.
    if (scene.full && ratio > BAR) scene.broken.push(`${ratio.toFixed(2)} × the floor`);
    if (client.acknowledged.size < scene.dose) scene.broken.push('not every lead was taken');
    return { ...judgement, note: `drained in ${seconds.toFixed(0)} s, ${ratio.toFixed(2)} × the floor` };
  },
};
