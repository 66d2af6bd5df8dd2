import { setTimeout as after } from 'node:timers/promises';
import type { Fault } from '../../fakes/airtable.ts';
import { onPostgres } from '../harness/postgres.ts';
import { startProxy, type TcpProxy } from '../harness/proxy.ts';
import type { Finding, Row, Scene } from '../harness/row.ts';
import type { SpawnedServer } from '../harness/spawned-server.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { until } from '../harness/until.ts';

const INSTANCES = 4;

export const fourInstances: Row = {
  name: 'four-instances',
  fault: '4 instances on one PostgreSQL',
  unit: 'leads',
  dose: { full: 10_000, quick: 500 },
  bar: 'none missing, none twice, five requests a second at most, all by one instance',
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
    const working = passed.filter(({ exchanges }) => exchanges > 0).length;
    if (working !== 1) scene.broken.push(`${working} instances spoke with the provider`);
    return { ...judgement, note: `drained in ${Math.round(seconds)} s` };
  },
};

/** What the provider does with a request that is under way when the fault comes. */
const UNDER_WAY: readonly [Fault, ...Fault[]] = [
  { kind: 'none' },
  { kind: 'hang' },
  { kind: 'stored-hang' },
  { kind: 'stored-close' },
];
const SERVERS = 3;

async function isWorking({ opsUrl }: SpawnedServer): Promise<boolean> {
  const ready = await fetch(`${opsUrl}/readyz`);
  return ((await ready.json()) as { working?: boolean }).working === true;
}

/** The server that works; once there is one. */
async function workingOf(servers: readonly SpawnedServer[]): Promise<SpawnedServer> {
  let found: SpawnedServer | undefined;
  await until('a server that works', 60_000, async () => {
    for (const server of servers) if (await isWorking(server)) found = server;
    return found;
  });
  return found as SpawnedServer;
}

interface Breaking {
  /** What becomes of the server that works. */
  breakDown(server: SpawnedServer): Promise<unknown>;
  /** What follows once another works. @returns the server in its place */
  mend(server: SpawnedServer, stage: Stage, environment: object): Promise<SpawnedServer>;
  /** Within how many milliseconds another is to work; judged in the full dose. */
  readonly withinMs: number;
}

/** Breaks the server that works, again and again, in the middle of a burst that the others take. */
async function taken(scene: Scene, { breakDown, mend, withinMs }: Breaking): Promise<Finding> {
  const { random, broken, dose, full } = scene;
  const { DATABASE_URL } = await onPostgres(scene);
  const stage = await setStage(scene);
  const { client, provider } = stage;
  let servers: SpawnedServer[] = [];
  for (let one = 0; one < SERVERS; one += 1) servers.push(await stage.start({ DATABASE_URL }));
  let slowest = 0;
  for (let round = 0; round < dose; round += 1) {
    const working = await workingOf(servers);
    const others = servers.filter((server) => server !== working);
    const asked = provider.requests.length;
    await provider.plan([random.pick(UNDER_WAY)]);
    const burst = Promise.all(
      others.map(({ url }) => client.burst(url, random.within(10, 60), { abreast: 4 })),
    );
    await until('a request', 60_000, () => provider.requests.length > asked);
    await breakDown(working);
    const ms = await until('another that works', 4 * withinMs + 60_000, async () => {
      const answers = await Promise.all(others.map(isWorking));
      return answers.includes(true);
    });
    slowest = Math.max(slowest, ms);
    await burst;
    await provider.heal();
    servers = [...others, await mend(working, stage, { DATABASE_URL })];
    // What comes now does not wait for the leases of what was under way.
    await client.burst(others[0]?.url ?? '', 5);
  }
  if (full && slowest > withinMs) broken.push(`another works only after ${Math.round(slowest)} ms`);
  const judgement = await stage.verdict(180_000 + dose * 5_000);
  const works = (await Promise.all(servers.map(isWorking))).filter(Boolean).length;
  if (works !== 1) broken.push(`${works} servers work`);
  return { ...judgement, recoveryMs: slowest };
}

export const killedWorker: Row = {
  name: 'killed-worker',
  fault: 'kill -9 of the one of 3 servers that works, under posts',
  unit: 'kills',
  dose: { full: 20, quick: 2 },
  bar: 'another works within 3 s, none missing, none twice',
  run: (scene) =>
    taken(scene, {
      breakDown: (server) => server.killNine(),
      mend: (_, stage, environment) => stage.start(environment),
      withinMs: 3_000,
    }),
};

export const frozenWorker: Row = {
  name: 'frozen-worker',
  fault: 'SIGSTOP of the one of 3 servers that works, under posts; it wakes when another has its work',
  unit: 'freezes',
  dose: { full: 8, quick: 1 },
  bar: 'another works within 45 s, what wakes completes nothing, none missing, none twice',
  run: (scene) =>
    taken(scene, {
      breakDown: async (server) => server.signal('SIGSTOP'),
      async mend(server) {
        // At once, while the leases of its rows last, or after they have ended.
        await after(scene.random.pick(scene.full ? [0, 3_000, 20_000, 40_000] : [0]));
        server.signal('SIGCONT');
        return server;
      },
      withinMs: 45_000,
    }),
};
