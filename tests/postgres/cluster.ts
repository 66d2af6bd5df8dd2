import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#scripts/support/free-port.ts';
import { createDatabase, query } from './admin.ts';
import { placeBinaries, unprivileged } from './binaries.ts';
import { initialise, initialiseByCopy } from './data-folder.ts';
import { processesIn, signalAll, watchOver } from './processes.ts';

export interface Cluster {
  /** Of the maintenance database; see `createDatabase` for one of a test's own. */
  readonly url: string;
  /** The same over restarts. */
  readonly port: number;
  readonly dataDir: string;
  /** An empty database; returns its url. */
  createDatabase(): Promise<string>;
  /** Ends it as an operator would (connections are cut, nothing is lost) and starts it again. */
  restart(): Promise<void>;
  /** Ends every process at once, as a crash of the machine would; `restart` brings it back. */
  killNine(): Promise<void>;
  /** Freezes every process: connections stand and answer nothing. */
  pause(): void;
  resume(): void;
  /** Takes it away, processes and folder. */
  stop(): Promise<void>;
}

export interface ClusterOptions {
  /** Folder of the system's own; without it, npm's are used. */
  readonly programs?: string | undefined;
  /** Settings of the server, besides its address and port, e.g. `fsync=off`. */
  readonly settings?: readonly string[];
}

const READY_MS = 30_000;

/** A real PostgreSQL of the tests' own on the loopback address, gone when this process is gone, however it ends. */
export async function startCluster({ programs, settings: more = [] }: ClusterOptions = {}): Promise<Cluster> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'oui-48-postgres-')));
  const remove = watchOver(folder);
  const dataDir = join(folder, 'data');
  const user = unprivileged();
  let server: ChildProcess | undefined;
  try {
    chmodSync(folder, 0o755);
    mkdirSync(dataDir, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(dataDir, user.uid, user.gid);
    const binaries = programs ?? placeBinaries(folder);
    const fill = programs === undefined ? initialiseByCopy : initialise;
    await fill({ path: dataDir, binaries, user, cwd: folder });
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', ...more];
    const start = async () => {
      const options = settings.flatMap((setting) => ['-c', setting]);
      server = spawn(join(binaries, 'postgres'), ['-D', dataDir, ...options], {
        ...user,
        cwd: folder,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await ready(server, url);
    };
    const end = async (signal: 'SIGINT' | 'SIGKILL') => {
      const { exitCode, signalCode } = server ?? { exitCode: 0, signalCode: null };
      const ended = server && exitCode === null && signalCode === null ? once(server, 'exit') : undefined;
      if (signal === 'SIGKILL') signalAll(dataDir, signal);
      else server?.kill(signal);
      await ended;
      // A child may have been born while the others were told, and each takes its time to die.
      while (signal === 'SIGKILL' && processesIn(dataDir).length > 0) {
        signalAll(dataDir, signal);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    };
    await start();
    return {
      url,
      port,
      dataDir,
      createDatabase: () => createDatabase(url),
      async restart() {
        await end('SIGINT');
        await start();
      },
      killNine: () => end('SIGKILL'),
      pause: () => signalAll(dataDir, 'SIGSTOP'),
      resume: () => signalAll(dataDir, 'SIGCONT'),
      stop: remove,
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Resolves once it answers; rejects with its own words when it ends before. */
async function ready(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  server.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000);
  });
  const deadline = Date.now() + READY_MS;
  for (;;) {
    if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline)
      throw new Error(`PostgreSQL did not start: ${said}`);
    try {
      await query(url, 'select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}
