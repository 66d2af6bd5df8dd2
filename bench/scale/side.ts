import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { PostgresDialect } from 'kysely';
import { freePort } from '#scripts/support/free-port.ts';
import type { Environment } from '#server/config/env.ts';
import { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { postgresEngine } from '#server/store/postgres/open.ts';
import { openPool } from '#server/store/postgres/pool.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import manifest from '../../package.json' with { type: 'json' };
import { postLead, someLead } from '../../tests/fakes/leads.ts';
import { until } from '../../tests/fault/harness/until.ts';
import { wordsOf } from '../../tests/fault/harness/words.ts';
import { acceptedAt } from '../server/paced.ts';
import { type ClosableProvider, openProvider } from '../support/provider.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const LEADS = resolve(import.meta.dirname, '../../cli/leads.ts');
/** As `npm run leads` runs it. */
const NODE_OPTIONS = manifest.scripts.leads.split(' ').filter((word) => word.startsWith('--'));
const TELL_PEAK = resolve(import.meta.dirname, '../support/tell-peak.ts');
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
      const child = spawn(process.execPath, [...NODE_OPTIONS, '--import', TELL_PEAK, LEADS, ...args], {
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
