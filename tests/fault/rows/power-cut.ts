import { join } from 'node:path';
import { crashDisk } from '../harness/crash-disk.ts';
import { brokenIntegrity } from '../harness/integrity.ts';
import { NOTHING_SENT, type Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

export const powerCut: Row = {
  name: 'power-cut',
  fault: 'power cut: ext4 shut down under the frozen server, then mounted again',
  unit: 'cuts',
  dose: { full: 60, quick: 6 },
  bar: 'no acknowledged lead lost, database intact',
  async run(scene) {
    const { dose, random } = scene;
    const disk = await crashDisk(scene);
    if (typeof disk === 'string') return { ...NOTHING_SENT, impossible: disk };
    const stage = await setStage(scene, { dataDir: join(disk.path, 'data') });
    const { client } = stage;
    let recoveryMs = 0;
    for (let cut = 0; cut < dose; cut += 1) {
      const server = await stage.start();
      recoveryMs = Math.max(recoveryMs, server.readyMs);
      const wanted = client.acknowledged.size + random.within(1, 30);
      const over = new AbortController();
      const burst = client.burst(server.url, 60, { abreast: random.within(1, 8), signal: over.signal });
      await until('answers', 60_000, () => client.acknowledged.size >= wanted);
      server.signal('SIGSTOP');
      over.abort();
      await disk.cutPower();
      await server.killNine();
      await burst;
      await disk.bringBack();
      const damage = brokenIntegrity(stage.dataDir);
      if (damage !== undefined) scene.broken.push(damage);
    }
    const server = await stage.start();
    const judgement = await stage.verdict(120_000);
    await server.killNine();
    return { ...judgement, recoveryMs };
  },
};
