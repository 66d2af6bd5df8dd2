import { setTimeout as after } from 'node:timers/promises';
import { onPostgres } from '../harness/postgres.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const ANSWER_MS = 2_000;
const RECOVERY_MS = 5_000;
const PAUSE_MS = 10_000;

export const postgresOutages: Row = {
  name: 'postgres-outages',
  fault: 'PostgreSQL restarted, killed, paused for 10 s, in turn, under posts',
  unit: 'outages',
  dose: { full: 20, quick: 3 },
  timed: true,
  bar: '503 within 2 s, never a hang; recovery < 5 s without restart',
  async run(scene) {
    const { cluster, DATABASE_URL } = await onPostgres(scene);
    const stage = await setStage(scene);
    const { client } = stage;
    const { broken } = scene;
    const { url } = await stage.start({ DATABASE_URL });
    let recoveryMs = 0;
    let slowest = 0;
    /** Posts until the outage is over; returns the longest that one of them waited. */
    const postsDuring = async (outage: Promise<unknown>): Promise<void> => {
      let over = false;
      const ended = outage.then(() => {
        over = true;
      });
      while (!over) {
        const asked = performance.now();
        const status = await client.send(url);
        slowest = Math.max(slowest, performance.now() - asked);
        if (![201, 303, 503].includes(status)) broken.push(`answered ${status} during an outage`);
      }
      await ended;
    };
    const outages = [
      () => cluster.restart(),
      async () => {
        await cluster.killNine();
        await postsDuring(after(1_000));
        await cluster.restart();
      },
      async () => {
        cluster.pause();
        await after(PAUSE_MS);
        cluster.resume();
      },
    ];
    for (let outage = 0; outage < scene.dose; outage += 1) {
      await client.burst(url, 20, { abreast: 4 });
      await postsDuring((outages[outage % outages.length] ?? outages[0])?.() ?? Promise.resolve());
      const ms = await until('a lead taken again', 30_000, async () => (await client.send(url)) === 201);
      recoveryMs = Math.max(recoveryMs, ms);
    }
    if (slowest > ANSWER_MS) broken.push(`an answer took ${Math.round(slowest)} ms`);
    if (recoveryMs > RECOVERY_MS) broken.push(`taken again only after ${Math.round(recoveryMs)} ms`);
    return {
      ...(await stage.verdict(150_000)),
      recoveryMs,
      note: `slowest answer ${Math.round(slowest)} ms, ${client.statuses.get(503) ?? 0} times 503`,
    };
  },
};
