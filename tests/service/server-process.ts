import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MAIN } from '../support/built-server.ts';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';
import { type AtEnd, temporaryFolder } from './temporary-folder.ts';
import { builtSite } from './test-server.ts';

export interface ServerProcess {
  readonly child: ChildProcess;
  /** Resolves with the address once it is printed; rejects when the process ends before. */
  readonly opened: Promise<string>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** A folder to start servers in: a built site, and no .env of the person who runs the tests. */
export async function workingFolder(atEnd: AtEnd = onTestFinished): Promise<string> {
  const folder = temporaryFolder(atEnd);
  await rename(await builtSite(atEnd), join(folder, 'dist'));
  return folder;
}

/**
 * The built server as a process of its own, killed when the test ends.
 * @param program another that starts the server in its own way
 */
export function startProcess(
  folder: string,
  environment: Record<string, string> = {},
  atEnd: AtEnd = onTestFinished,
  program = MAIN,
): ServerProcess {
  const child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { ...PROGRAM_ENVIRONMENT, PORT: '0', OPS_PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  atEnd(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, stdout, stderr }));
  const opened = new Promise<string>((resolvePromise, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      const address = /http:\/\/\S+/.exec(stdout)?.[0];
      if (address !== undefined) resolvePromise(address);
    });
    void ended.then(() => reject(new Error(`The server ended before it was open: ${stderr}`)));
  });
  opened.catch(() => {});
  return { child, opened, ended };
}
