import { relatives } from '../../fakes/leads.ts';
import { newClient } from '../harness/client.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

const ABREAST = 50;

export const sameId: Row = {
  name: 'same-id',
  fault: 'the same id 50 times at once; then the same id with other content',
  unit: 'ids',
  dose: { full: 200, quick: 20 },
  bar: 'one 201, else 200; 409 for other content',
  async run(scene) {
    const stage = await setStage(scene);
    const { client } = stage;
    const { url } = await stage.start();
    const next = relatives();
    for (let round = 0; round < scene.dose; round += 1) {
      const lead = next();
      const counts = new Map<number, number>();
      await Promise.all(
        Array.from({ length: ABREAST }, async () => {
          const status = await client.sendJson(url, lead);
          counts.set(status, (counts.get(status) ?? 0) + 1);
        }),
      );
      if (counts.get(201) !== 1 || counts.get(200) !== ABREAST - 1)
        scene.broken.push(`answers of one id: ${JSON.stringify([...counts])}`);
      const other = await newClient().sendJson(url, { ...lead, name: 'Quelqu’un d’autre' });
      if (other !== 409) scene.broken.push(`other content under the same id: ${other}`);
    }
    return stage.verdict(60_000);
  },
};
