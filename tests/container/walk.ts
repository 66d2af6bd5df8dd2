// npm run test:container: the image built from the Dockerfile, compose.yaml brought up in each of its profiles, leads sent.
// Needs root, and a way to the mirror and the registry that this machine uses; installs podman and docker-compose.
import { deepEqual, equal, ok, throws } from 'node:assert/strict';
import { until } from '../bare/until.ts';
import { startEngine } from './engine.ts';

const SETTINGS = {
  COMPOSE_PROJECT_NAME: 'oui-48-test',
  PORT: '3980',
  PORT_2: '3981',
  PUBLIC_URL: 'http://localhost:3980',
};
const SHARED = {
  ...SETTINGS,
  POSTGRES_PASSWORD: 'essai',
  DATABASE_URL: 'postgres://oui48:essai@postgres/oui48',
};
const OPEN_MS = 60_000;

const engine = await startEngine();
const up = (settings: Record<string, string>, ...names: readonly string[]) =>
  engine.compose(['up', '-d', '--no-build', ...names], settings);
/**
 * Removes all containers and volumes. Podman refuses to remove a container while another one uses its network, and
 * docker-compose removes both at the same time: the first try removes the one, the second try the other.
 */
const down = (settings: Record<string, string>) => {
  const all = ['desk', 'postgres'].flatMap((profile) => ['--profile', profile]);
  const remove = () => engine.compose([...all, 'down', '-v'], settings);
  try {
    remove();
  } catch {
    remove();
  }
};
/** The id of a service's container. */
const containerOf = (service: string) => engine.compose(['ps', '-q', service], SETTINGS).split('\n')[0] ?? '';
/** Runs the health check; throws unless it succeeds. Without systemd podman runs none by itself. */
const checkHealth = (service: string) => engine.podman('healthcheck', 'run', containerOf(service));
const inside = (service: string, ...command: readonly string[]) =>
  engine.compose(['exec', '-T', service, ...command], SETTINGS);
const leads = (service: string): { email: string }[] =>
  JSON.parse(inside(service, 'oui', 'list', '--json')).leads;
const answers = (port: string) =>
  until(async () => (await fetch(`http://localhost:${port}/sales`)).status === 200, OPEN_MS);

async function send(port: string, email: string): Promise<void> {
  const body = new URLSearchParams({ name: 'Anne', email });
  const { status } = await fetch(`http://localhost:${port}/api/leads`, {
    method: 'POST',
    body,
    redirect: 'manual',
  });
  equal(status, 303);
}

const steps: Record<string, () => unknown> = {
  'the image is built': () => {
    engine.podman(
      'build',
      '--format',
      'docker',
      '--build-arg',
      `PUBLIC_URL=${SETTINGS.PUBLIC_URL}`,
      '--target',
      'server',
      '-t',
      'oui-48',
      '.',
    );
  },
  'no setting of this checkout and no history is in the image': () => {
    const found = engine.podman('run', '--rm', '--network=none', 'oui-48', 'sh', '-c', 'ls -A');
    const names = found.split('\n');
    for (const name of ['.env', '.git', 'data', 'tests']) ok(!names.includes(name), name);
    ok(names.includes('dist') && names.includes('dist-server'));
  },
  'the site is served, and its health said': async () => {
    up(SETTINGS);
    await answers(SETTINGS.PORT);
    checkHealth('site');
  },
  'the desk is reached with its key, on this machine alone': async () => {
    engine.compose(['--profile', 'desk', 'up', '-d', '--no-build', 'desk'], SETTINGS);
    const [address = ''] = inside('site', 'oui', 'desk', '--print').split('\n');
    const ask = (url: string) => fetch(url, { redirect: 'manual' }).then(({ status }) => status);
    await until(async () => (await ask('http://127.0.0.1:3001/')) === 403, OPEN_MS);
    equal(await ask(address), 303);
  },
  'it runs as another than root, and cannot change its program': () => {
    equal(inside('site', 'id', '-u').trim(), '1000');
    const readOnly = '{{.HostConfig.ReadonlyRootfs}}';
    equal(engine.podman('inspect', '--format', readOnly, containerOf('site')).trim(), 'true');
    throws(() => inside('site', 'touch', '/srv/oui-48/server/main.ts'), /Permission denied|Read-only/);
  },
  'SIGTERM ends it in order': () => {
    const id = containerOf('site');
    engine.compose(['stop', 'site'], SETTINGS);
    equal(engine.podman('inspect', '--format', '{{.State.ExitCode}}', id).trim(), '0');
  },
  'a lead outlives its server': async () => {
    up(SETTINGS);
    await answers(SETTINGS.PORT);
    await send(SETTINGS.PORT, 'anne@exemple.ch');
    engine.compose(['rm', '-sfv', 'site'], SETTINGS);
    up(SETTINGS);
    await answers(SETTINGS.PORT);
    deepEqual(
      leads('site').map(({ email }) => email),
      ['anne@exemple.ch'],
    );
    down(SETTINGS);
  },
  'two servers share PostgreSQL, and their leads outlive them': async () => {
    up(SHARED, 'postgres', 'site', 'site-2');
    await answers(SHARED.PORT);
    await answers(SHARED.PORT_2);
    await send(SHARED.PORT, 'un@exemple.ch');
    await send(SHARED.PORT_2, 'deux@exemple.ch');
    engine.compose(['rm', '-sfv', 'site', 'site-2'], SHARED);
    up(SHARED, 'site', 'site-2');
    await answers(SHARED.PORT_2);
    deepEqual(
      leads('site-2')
        .map(({ email }) => email)
        .toSorted(),
      ['deux@exemple.ch', 'un@exemple.ch'],
    );
  },
};

let failed = 0;
try {
  for (const [name, step] of Object.entries(steps)) {
    const since = performance.now();
    try {
      await step();
      console.log(`held    ${name} (${((performance.now() - since) / 1_000).toFixed(1)} s)`);
    } catch (error) {
      failed += 1;
      console.log(`BROKEN  ${name}: ${error instanceof Error ? error.message : error}`);
      console.log(engine.compose(['logs', '--tail', '20'], SHARED));
    }
  }
} finally {
  down(SHARED);
  engine.close();
}
console.log(`${Object.keys(steps).length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
