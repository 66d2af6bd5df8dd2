import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { PostgresDialect } from 'kysely';
import { freePort } from '#scripts/support/free-port.ts';
import { precompress } from '#scripts/support/precompress.ts';
import type { Environment } from '#server/config/env.ts';
import { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { postgresEngine } from '#server/store/postgres/open.ts';
import { openPool } from '#server/store/postgres/pool.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import manifest from '../../package.json' with { type: 'json' };
import { postLead, someLead } from '../../tests/fakes/leads.ts';
import { type Provider, startProvider } from '../../tests/fault/harness/provider.ts';
import { until } from '../../tests/fault/harness/until.ts';
import { wordsOf } from '../../tests/fault/harness/words.ts';
import { MAIN } from '../../tests/support/built-server.ts';
import { VISITING_NOBODY } from '../../tests/support/program-environment.ts';
import { acceptedAt } from './load.ts';

const CACHE = join(import.meta.dirname, '../../.cache');

/** A folder on the disk of the checkout (a temporary folder may be memory, where nothing is slow), gone at the end. */
export function workingFolder(): string {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** One with the smallest site that a server starts with, as `dist`. */
export async function folderWithSite(): Promise<string> {
  const folder = workingFolder();
  const dist = join(folder, 'dist');
  mkdirSync(dist);
  for (const page of ['index.html', '404.html']) writeFileSync(join(dist, page), '<title>Site</title>');
  await precompress(dist);
  return folder;
}

export interface ClosableProvider extends Provider {
  close(): Promise<void>;
}

/** The fake provider on a separate thread: when a request came owes nothing to how busy the measuring is. */
export async function openProvider(): Promise<ClosableProvider> {
  const acts: (() => unknown)[] = [];
  const provider = await startProvider({ onEnd: (act) => void acts.push(act) });
  return {
    ...provider,
    async close() {
      for (const act of acts) await act();
    },
  };
}

/** As `npm start` runs it. */
const SERVER_OPTIONS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const TELL_MEMORY = resolve(import.meta.dirname, 'tell-memory.ts');

export interface Memory {
  /** Bytes the operating system counts for the process. */
  readonly rss: number;
  /** Bytes of live JavaScript objects. */
  readonly heapUsed: number;
}

export interface ServerProcess {
  readonly url: string;
  readonly opsUrl: string;
  /** What it holds after all that can be collected was. */
  memory(): Promise<Memory>;
  stop(): Promise<void>;
}

/**
 * The real program in a separate process, its log written to a file as in production.
 * @param folder holds the built site as `dist`; database and log are written there
 * @param program what is started in the server's place, with its arguments, and starts it
 */
export async function startServer(
  folder: string,
  name: string,
  environment: Environment = {},
  program: readonly string[] = [MAIN],
): Promise<ServerProcess> {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const opsPort = environment.OPS_PORT ?? '0';
  const child = spawn(
    process.execPath,
    [...SERVER_OPTIONS, '--expose-gc', '--import', TELL_MEMORY, ...program],
    {
      cwd: folder,
      env: {
        ...VISITING_NOBODY,
        PATH: process.env.PATH,
        NODE_ENV: 'production',
        HOST: '127.0.0.1',
        PORT: '0',
        OPS_PORT: opsPort,
        LEADS_PER_MINUTE: '100000',
        // Each lead comes from another address, as visitors do.
        TRUST_PROXY: '127.0.0.1',
        DATA_DIR: join(folder, name),
        ...environment,
      },
      stdio: ['ignore', 'pipe', log, 'ipc'],
    },
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const url = await addressOf(child, join(folder, `${name}.log`));
  return {
    url,
    opsUrl: `http://127.0.0.1:${opsPort}`,
    async memory() {
      const answer = once(child, 'message');
      child.send('memory');
      const [memory] = (await answer) as [Memory];
      return memory;
    },
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

async function addressOf(child: ChildProcess, log: string): Promise<string> {
  if (child.stdout === null) throw new Error('No output to read the address from');
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/\S+/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error(`The server ended before it was open: see ${log}`);
}

const LEADS = resolve(import.meta.dirname, '../../cli/leads.ts');
/** As `npm run leads` runs it. */
const COMMAND_OPTIONS = manifest.scripts.leads.split(' ').filter((word) => word.startsWith('--'));
const TELL_PEAK = resolve(import.meta.dirname, 'tell-peak.ts');
/** A fill or an index over a million rows takes its time. */
const TIMEOUT_MS = 900_000;
const SETTLE_MS = 60_000;

export interface Command {
  readonly ms: number;
  /** Bytes, at most. */
  readonly peak: number;
}

/** A database, empty or full, and what is measured of the server on it. */
export interface Side {
  /** Opened for filling. */
  open(): Promise<Database>;
  /** @returns milliseconds until it was open for visitors */
  start(): Promise<number>;
  /** @returns milliseconds from the acceptance of a lead until it is at the provider */
  firstDelivery(): Promise<number>;
  /** Leads at a steady pace, and one probe a second. */
  load(perSecond: number, seconds: number): Promise<{ accepted: number[]; probes: number[] }>;
  /** Origin of the owner's desk. */
  deskUrl(): string;
  /** Bytes that the operating system counts for the server, once what can be collected was. */
  memory(): Promise<number>;
  /** Runs one of the operator's commands beside the server; throws when it failed. */
  leads(...args: string[]): Promise<Command>;
  stop(): Promise<void>;
}

/** @param databaseUrl undefined: an embedded one, in a folder of that name */
export function side(folder: string, name: string, databaseUrl?: string): Side {
  const dataDir = join(folder, name);
  const own: Environment = databaseUrl === undefined ? { DATA_DIR: dataDir } : { DATABASE_URL: databaseUrl };
  let running: { server: ServerProcess; provider: ClosableProvider } | undefined;
  const get = () => running ?? fail('The server is not running');

  return {
    async open() {
      mkdirSync(dataDir, { recursive: true });
      const db =
        databaseUrl === undefined ? openSqlite(join(dataDir, 'leads.sqlite')) : openShared(databaseUrl);
      await migrate(db);
      return db;
    },

    async start() {
      const provider = await openProvider();
      const OPS_PORT = String(await freePort());
      const started = performance.now();
      const server = await startServer(folder, name, { ...provider.environment(), ...own, OPS_PORT });
      const took = performance.now() - started;
      running = { server, provider };
      return took;
    },

    async firstDelivery() {
      const { server, provider } = get();
      const lead = someLead();
      const response = await postLead(server.url, lead);
      if (response.status !== 201) throw new Error(`A lead was answered ${response.status}`);
      return until('the first delivery', SETTLE_MS, () => provider.made.includes(wordsOf(lead)));
    },

    async load(perSecond, seconds) {
      const { server } = get();
      const probes: number[] = [];
      const probing = new AbortController();
      const prober = (async () => {
        while (!probing.signal.aborted) {
          const started = performance.now();
          const answer = await fetch(`${server.opsUrl}/readyz`, { headers: { connection: 'close' } });
          await answer.arrayBuffer();
          if (answer.status !== 200) throw new Error(`/readyz was answered ${answer.status}`);
          probes.push(performance.now() - started);
          await new Promise((resolve) =>
            setTimeout(resolve, Math.max(0, 1_000 - (performance.now() - started))),
          );
        }
      })();
      const accepted = await acceptedAt(perSecond, server.url, seconds);
      probing.abort();
      await prober;
      return { accepted, probes };
    },

    deskUrl: () => get().server.opsUrl,
    memory: async () => (await get().server.memory()).rss,

    async leads(...args) {
      const started = performance.now();
      const child = spawn(process.execPath, [...COMMAND_OPTIONS, '--import', TELL_PEAK, LEADS, ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, ...own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let said = '';
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
      child.stdout.pipe(createWriteStream('/dev/null'));
      const [code] = await once(child, 'close');
      const ms = performance.now() - started;
      if (code !== 0) throw new Error(`leads ${args.join(' ')} ended with ${code}: ${said}`);
      return { ms, peak: Number(/^peak (\d+)$/m.exec(said)?.[1]) };
    },

    async stop() {
      const { server, provider } = get();
      await server.stop();
      await provider.close();
      running = undefined;
    },
  };
}

function openShared(url: string): Database {
  const pool = openPool(url, { connect: 30_000, query: TIMEOUT_MS }, () => {});
  return new Database(new PostgresDialect({ pool }), postgresEngine);
}

function fail(message: string): never {
  throw new Error(message);
}
