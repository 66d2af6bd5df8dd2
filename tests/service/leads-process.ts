import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { PROGRAM_ENVIRONMENT } from '../support/program-environment.ts';

const LEADS = resolve(import.meta.dirname, '../../cli/leads.ts');

export interface LeadsRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface LeadsOptions {
  /** Where it runs: a folder without a .env. */
  readonly cwd: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the operator types. */
  readonly input?: string;
}

export interface LeadsProcess {
  readonly child: ChildProcess;
  readonly ended: Promise<LeadsRun>;
}

/** The real command in a process of its own. */
export async function runLeads(args: readonly string[], options: LeadsOptions): Promise<LeadsRun> {
  return spawnLeads(args, options).ended;
}

/** The same, while it runs; killed when the test ends. */
export function spawnLeads(args: readonly string[], options: LeadsOptions): LeadsProcess {
  const child = spawn(process.execPath, [LEADS, ...args], {
    cwd: options.cwd,
    env: { ...PROGRAM_ENVIRONMENT, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  // Not `text`, which would take a byte order mark away.
  const ended = Promise.all([once(child, 'close'), buffer(child.stdout), buffer(child.stderr)]).then(
    ([[code], stdout, stderr]) => ({ code, stdout: stdout.toString(), stderr: stderr.toString() }),
  );
  return { child, ended };
}
