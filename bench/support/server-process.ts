import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '#server/config/env.ts';
import manifest from '../../package.json' with { type: 'json' };
import { MAIN } from '../../tests/support/built-server.ts';
import { VISITING_NOBODY } from '../../tests/support/program-environment.ts';

/** As `npm start` runs it. */
const NODE_OPTIONS = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
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
    [...NODE_OPTIONS, '--expose-gc', '--import', TELL_MEMORY, ...program],
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
