import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const EXIT_MS = 10_000;

export const sigterm: Row = {
  name: 'sigterm',
  fault: 'SIGTERM in a burst',
  unit: 'stops',
  dose: { full: 50, quick: 5 },
  bar: 'answers in flight finish, exit < 10 s with code 0',
  async run(scene) {
    const { dose, random, broken } = scene;
    const stage = await setStage(scene);
    const { client } = stage;
    let slowest = 0;
    for (let round = 0; round < dose; round += 1) {
      const server = await stage.start();
      const wanted = client.acknowledged.size + random.within(5, 60);
      const over = new AbortController();
      const burst = client.burst(server.url, 200, { abreast: 8, signal: over.signal });
      await until('answers', 60_000, () => client.acknowledged.size >= wanted);
      const asked = performance.now();
      // On a busy machine a request may have begun here and not have left.
      await nextTurn();
      const stopped = server.stop();
      over.abort();
      const { ms, code } = await stopped;
      await burst;
      slowest = Math.max(slowest, ms);
      // A quick dose runs beside other suites: no time is judged.
      if ((scene.full && ms >= EXIT_MS) || code !== 0)
        broken.push(`stopped after ${Math.round(ms)} ms with code ${code}`);
      const cut = client.unanswered.filter((startedAt) => startedAt < asked).length;
      if (cut > 0) broken.push(`${cut} requests under way were not answered`);
      client.unanswered.length = 0;
    }
    await stage.start();
    return { ...(await stage.verdict(120_000)), note: `slowest exit ${Math.round(slowest)} ms` };
  },
};
