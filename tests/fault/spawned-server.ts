import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Environment } from '#server/config/env.ts';

const NODE = resolve('node_modules/node/bin/node');
const MAIN = resolve('server/main.ts');

export interface SpawnedServer {
  readonly url: string;
  /** Ends the process as a power cut would; resolves when it is gone. */
  killNine(): Promise<void>;
  /** Everything it wrote to its standard output. */
  output(): string;
}

/**
 * The real program in a process of its own, once it says that it is listening.
 * @param cwd holds the built site as `dist`, and no `.env`
 */
export async function spawnServer(cwd: string, environment: Environment): Promise<SpawnedServer> {
  const child = spawn(NODE, [MAIN], {
    cwd,
    env: { PATH: process.env.PATH, HOST: '127.0.0.1', PORT: '0', OPS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const url = /^Le site est ouvert : (\S+)/.exec(line)?.[1];
    if (url !== undefined) {
      child.stdout.on('data', (text: Buffer) => {
        output += text.toString();
      });
      child.stdout.resume();
      return { url, killNine: () => killNine(child), output: () => output };
    }
  }
  throw new Error(`The server did not start: ${output}`);
}

async function killNine(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
