import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { MAIN } from '../support/built-server.ts';
import { PRODUCT } from './network.ts';

/** An account without rights that nothing else on this machine runs under: as root no browser is started. */
const ACCOUNT = 48_048;
const PORT = 3_000;
export const ORIGIN = `http://${PRODUCT}:${PORT}`;
/** As `npm start` runs it. */
const NODE_OPTIONS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
const WATCH_MS = 100;
const STOPPED_MS = 15_000;

export interface Product {
  /** Where its database is. */
  readonly data: string;
  /** How often its process has ended without being told to. */
  ends(): number;
  /** The most memory that its process has had since the last call, in MB; what it starts is not counted. */
  mostMb(): number;
  /** Tells it to stop. @returns the processes of its account that are left then, by their names */
  stop(): Promise<readonly string[]>;
}

/**
 * The server as it ships, with its default settings where `audits` is `full`, started by its own start in the namespaces of `holder`, and started
 * again whenever it ends, as systemd does.
 * @param folder holds the built site as `dist`; database and log are written there
 */
export async function startProduct(holder: ChildProcess, folder: string, audits: string): Promise<Product> {
  const data = join(folder, 'data');
  mkdirSync(data);
  for (const path of [folder, join(folder, 'dist')]) chmodSync(path, 0o755);
  chownSync(data, ACCOUNT, ACCOUNT);
  const log = openSync(join(folder, 'server.log'), 'w');
  const into = [
    '--target',
    String(holder.pid),
    '--net',
    '--mount',
    'sh',
    '-ec',
    'cd "$0" && exec "$@"',
    folder,
  ];
  const account = ['setpriv', `--reuid=${ACCOUNT}`, `--regid=${ACCOUNT}`, '--clear-groups'];
  const env = {
    ...{ PATH: process.env.PATH, HOME: data, NODE_COMPILE_CACHE: join(data, 'compiled') },
    ...{ HOST: '0.0.0.0', PORT: String(PORT), PUBLIC_URL: ORIGIN, DATA_DIR: data, AUDITS: audits },
  };
  let [ends, mostMb, isOpen] = [0, 0, false];
  let child: ChildProcess;
  const start = async () => {
    const command = [...into, ...account, process.execPath, ...NODE_OPTIONS, MAIN];
    child = spawn('nsenter', command, { env, stdio: ['ignore', 'pipe', log] });
    child.once('exit', () => {
      if (!isOpen) return;
      ends += 1;
      start().catch(() => {});
    });
    const [said] = await Promise.race([
      once(child.stdout as NodeJS.ReadableStream, 'data'),
      once(child, 'exit'),
    ]);
    if (!String(said).includes('http'))
      throw new Error(`It did not start: see ${join(folder, 'server.log')}`);
  };
  await start();
  isOpen = true;
  const watching = setInterval(() => {
    mostMb = Math.max(mostMb, residentMb(child.pid));
  }, WATCH_MS);
  return {
    data,
    ends: () => ends,
    mostMb() {
      const most = mostMb;
      mostMb = 0;
      return most;
    },
    async stop() {
      isOpen = false;
      clearInterval(watching);
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), STOPPED_MS);
      await ended;
      clearTimeout(late);
      return endAll();
    },
  };
}

function residentMb(pid: number | undefined): number {
  try {
    const [, kb = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kb) / 1_000;
  } catch {
    return 0;
  }
}

/** Kills every process of the product's account. @returns their names */
export function endAll(): readonly string[] {
  return ofAccount().map(({ name, pid }) => {
    process.kill(pid, 'SIGKILL');
    return name;
  });
}

function ofAccount(): { readonly pid: number; readonly name: string }[] {
  return readdirSync('/proc').flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isOurs = new RegExp(`^Uid:\\s+${ACCOUNT}\\b`, 'm').test(status) && !/^State:\s+Z/m.test(status);
      return isOurs ? [{ pid: Number(pid), name: /^Name:\s+(.+)$/m.exec(status)?.[1] ?? '' }] : [];
    } catch {
      return [];
    }
  });
}
