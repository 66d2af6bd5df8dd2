import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { copyFile, cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, onPath } from '#scripts/support/programs.ts';
import { until } from '../bare/until.ts';
import { placeBinaries } from '../postgres/binaries.ts';

const root = join(import.meta.dirname, '../..');
const PROGRAMS = [
  'podman',
  'buildah',
  'runc',
  'netavark',
  'iptables',
  'aardvark-dns',
  'catatonit',
  'docker-compose',
  'mmdebstrap',
];
const READY_MS = 20_000;
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

/** What this machine may lack against one that runs containers every day: limits that a guest cannot raise, crun's cgroups. */
const ENGINE = `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
`;

/** Base images under the tags that Dockerfile and compose.yaml name, out of a Debian and programs of this repository. */
const NODE_IMAGE = `FROM localhost/debian
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
COPY ca-certificates.crt ${CERTIFICATES}
RUN chmod +x /usr/local/bin/node && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --uid 1000 node
ENV npm_config_cafile=${CERTIFICATES}
`;
const POSTGRES_IMAGE = `FROM localhost/debian
COPY native /usr/local/pgsql
COPY start /usr/local/bin/start
RUN useradd --uid 999 postgres && mkdir -p /var/lib/postgresql && chown postgres /var/lib/postgresql
USER postgres
CMD ["sh", "/usr/local/bin/start"]
`;
const POSTGRES_START = `export PATH=/usr/local/pgsql/bin:$PATH PGDATA=/var/lib/postgresql/18
test -n "$POSTGRES_PASSWORD" || { echo 'POSTGRES_PASSWORD is empty' >&2; exit 1; }
if ! test -e $PGDATA/PG_VERSION; then
  echo "$POSTGRES_PASSWORD" > /tmp/password
  initdb -U "$POSTGRES_USER" --pwfile /tmp/password --auth-host scram-sha-256 --locale C.UTF-8 -E UTF8
  echo 'host all all all scram-sha-256' >> $PGDATA/pg_hba.conf
  echo "create database $POSTGRES_DB" | postgres --single -j -D $PGDATA postgres
fi
exec postgres -h '*' -k /tmp
`;

export interface Engine {
  /** docker-compose in the checkout, with these settings in its environment; gives what it said, throws when it fails. */
  compose(args: readonly string[], settings?: Readonly<Record<string, string>>): string;
  podman(...args: readonly string[]): string;
  /** Ends the engine; images stay for the next run. */
  close(): void;
}

/**
 * Podman behind the interface of Docker, with docker-compose, installed where they are missing, and the base images.
 * @throws Error that says what this machine lacks
 */
export async function startEngine(): Promise<Engine> {
  const missing = PROGRAMS.filter((name) => onPath(name) === undefined);
  const why = missing.length === 0 ? undefined : aptInstall(PROGRAMS);
  if (why !== undefined) throw new Error(`${missing.join(', ')}: ${why}`);
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-engine-'));
  const [config, socket] = [join(folder, 'containers.conf'), `unix://${join(folder, 'podman.sock')}`];
  writeFileSync(config, ENGINE);
  // Without namespaces: whoever builds a Dockerfile trusts it, and not every machine lets a guest make them.
  const env = { ...process.env, CONTAINERS_CONF: config, BUILDAH_ISOLATION: 'chroot', DOCKER_HOST: socket };
  const podman = (...args: readonly string[]) => said('podman', args, env);
  await baseImages(folder, podman);
  const service = spawn('podman', ['system', 'service', '--time=0', socket], { env, stdio: 'ignore' });
  await until(() => said('docker-compose', ['ps'], env) !== undefined, READY_MS);
  return {
    podman,
    compose: (args, settings = {}) => said('docker-compose', args, { ...env, ...settings }),
    close: () => {
      service.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function baseImages(folder: string, podman: Engine['podman']): Promise<void> {
  const node = join(folder, 'node');
  const postgres = join(folder, 'postgres');
  for (const path of [node, postgres]) mkdirSync(path);
  if (podman('images', '-q', 'localhost/debian') === '') {
    const archive = join(folder, 'debian.tar');
    said('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', archive]);
    podman('import', archive, 'localhost/debian');
  }
  await copyFile(join(root, 'node_modules/node/bin/node'), join(node, 'node'));
  await copyFile(CERTIFICATES, join(node, 'ca-certificates.crt'));
  await cp(join(said('npm', ['root', '-g']).trim(), 'npm'), join(node, 'npm'), { recursive: true });
  writeFileSync(join(node, 'Dockerfile'), NODE_IMAGE);
  podman('build', '-t', 'node:24-bookworm-slim', node);
  placeBinaries(postgres);
  writeFileSync(join(postgres, 'start'), POSTGRES_START);
  writeFileSync(join(postgres, 'Dockerfile'), POSTGRES_IMAGE);
  podman('build', '-t', 'postgres:18', postgres);
}

function said(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    env,
    encoding: 'utf8',
    maxBuffer: 64 << 20,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`.slice(-4_000));
}
