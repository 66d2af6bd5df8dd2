import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import type { EnvironmentModule } from '#server/audits/process/protocol.ts';

/** The account `nobody`: as root no browser is started. */
const NOBODY = 65_534;

export interface Machine {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * The audited sites and the server, each in a process of its own; the server and its browser without rights, and the
 * browser with its sandbox, as in production.
 * @param folder holds the built site as `dist`; database and log are written there
 */
export async function startMachine(folder: string): Promise<Machine> {
  const data = join(folder, 'data');
  mkdirSync(data);
  const sites = fork(join(import.meta.dirname, 'internet.ts'), { stdio: 'inherit' });
  const [environment] = (await once(sites, 'message')) as [EnvironmentModule];
  const root = process.getuid?.() === 0;
  if (root) {
    chmodSync(folder, 0o755);
    chownSync(data, NOBODY, NOBODY);
  }
  const log = openSync(join(folder, 'server.log'), 'w');
  const server = fork(join(import.meta.dirname, 'server.ts'), {
    cwd: folder,
    stdio: ['ignore', log, log, 'ipc'],
    ...(root && { uid: NOBODY, gid: NOBODY }),
    env: {
      ...{ PATH: process.env.PATH, HOME: data, TMPDIR: data, NODE_ENV: 'production' },
      ...{ HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', DATA_DIR: data },
      ...{ TRUST_PROXY: '127.0.0.1', LEADS_PER_MINUTE: '100000' },
    },
  });
  process.once('exit', () => server.kill('SIGKILL'));
  server.send(environment);
  const [url] = (await Promise.race([once(server, 'message'), gone(server, folder)])) as [string];
  return {
    url,
    async stop() {
      const ended = [sites, server].map((child) => once(child, 'exit'));
      for (const child of [server, sites]) child.disconnect();
      await Promise.all(ended);
    },
  };
}

async function gone(server: ChildProcess, folder: string): Promise<never> {
  await once(server, 'exit');
  throw new Error(`The server ended before it was open: see ${join(folder, 'server.log')}`);
}
