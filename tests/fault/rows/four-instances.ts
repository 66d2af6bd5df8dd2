import { onPostgres } from '../harness/postgres.ts';
import { startProxy, type TcpProxy } from '../harness/proxy.ts';
import type { Row } from '../harness/row.ts';
import { setStage } from '../harness/stage.ts';

const INSTANCES = 4;
const LEAST_SHARE = 0.15;

export const fourInstances: Row = {
  name: 'four-instances',
  fault: '4 instances on one PostgreSQL',
  unit: 'leads',
  dose: { full: 10_000, quick: 500 },
  bar: 'none missing, none twice, five requests a second at most, each instance at least 15 % of the requests',
  async run(scene) {
    const { DATABASE_URL } = await onPostgres(scene);
    const stage = await setStage(scene);
    const { client, provider } = stage;
    // Each has a way of its own to the provider: what passes there is its work.
    const ways: TcpProxy[] = [];
    const urls: string[] = [];
    for (let instance = 0; instance < INSTANCES; instance += 1) {
      const way = await startProxy(scene, provider.url);
      const settings = provider.environment(way.url);
      urls.push((await stage.start({ ...settings, DATABASE_URL })).url);
      ways.push(way);
    }
    const started = performance.now();
    await Promise.all(urls.map((url) => client.burst(url, scene.dose / INSTANCES, { abreast: 8 })));
    const judgement = await stage.verdict(60_000 + scene.dose * 60);
    const seconds = (performance.now() - started) / 1000;
    const passed = await Promise.all(ways.map((way) => way.passed()));
    const total = passed.reduce((sum, { exchanges }) => sum + exchanges, 0);
    const shares = passed.map(({ exchanges }) => exchanges / total);
    const shown = shares.map((share) => `${Math.round(share * 100)} %`).join(', ');
    // A few requests on a busy machine are shared as its scheduler likes: then each has to have worked at all.
    const least = Math.min(...shares);
    if (scene.full ? least < LEAST_SHARE : least === 0) scene.broken.push(`shares of the work: ${shown}`);
    return { ...judgement, note: `shares ${shown}; drained in ${Math.round(seconds)} s` };
  },
};
