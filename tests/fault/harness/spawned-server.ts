import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '#scripts/support/free-port.ts';
import type { Environment } from '#server/config/env.ts';
import { MAIN } from '../../support/built-server.ts';
import { PROGRAM_ENVIRONMENT } from '../../support/program-environment.ts';

const NODE = resolve('node_modules/node/bin/node');

export interface SpawnedServer {
  readonly url: string;
  readonly opsUrl: string;
  readonly pid: number;
  /** Milliseconds from being started until /readyz said yes. */
  readonly readyMs: number;
  /** Ends the process as a power cut would; resolves when it is gone. */
  killNine(): Promise<void>;
  /** Asks it to stop; resolves with the milliseconds that took and how it ended. */
  stop(): Promise<{ ms: number; code: number | null }>;
  /** Stops and resumes the process as a whole, or sends it any other signal. */
  signal(name: NodeJS.Signals): void;
  /** Everything it wrote. */
  output(): string;
}

export interface SpawnOptions {
  /** Put before the program, as `strace` is. */
  readonly wrapper?: readonly string[];
  /** For Node, before the program. */
  readonly nodeArguments?: readonly string[];
  /** In the place of the built server. */
  readonly main?: string;
}

/**
 * The real program in a process of its own, once it says that it is ready.
 * @param cwd holds the built site as `dist`, and no `.env`
 */
export async function spawnServer(
  cwd: string,
  environment: Environment,
  { wrapper = [], nodeArguments = [], main = MAIN }: SpawnOptions = {},
): Promise<SpawnedServer> {
  const started = performance.now();
  const opsPort = String(await freePort());
  const [program = NODE, ...args] = [...wrapper, NODE, ...nodeArguments, main];
  const child = spawn(program, args, {
    cwd,
    env: {
      ...PROGRAM_ENVIRONMENT,
      HOST: '127.0.0.1',
      PORT: '0',
      OPS_PORT: opsPort,
      LEADS_PER_MINUTE: '100000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  for await (const line of createInterface({ input: child.stdout })) {
    output += `${line}\n`;
    const url = /^Le site est ouvert : (\S+)/.exec(line)?.[1];
    if (url === undefined) continue;
    child.stdout.on('data', (text: Buffer) => {
      output += text.toString();
    });
    child.stdout.resume();
    const opsUrl = `http://127.0.0.1:${opsPort}`;
    await fetch(`${opsUrl}/readyz`).then((answer) => answer.arrayBuffer());
    return {
      url,
      opsUrl,
      pid: child.pid ?? 0,
      readyMs: performance.now() - started,
      killNine: async () => void (await end(child, 'SIGKILL')),
      stop: () => end(child, 'SIGTERM'),
      signal: (name) => void child.kill(name),
      output: () => output,
    };
  }
  throw new Error(`The server did not start: ${output}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals) {
  const asked = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  }
  return { ms: performance.now() - asked, code: child.exitCode };
}
