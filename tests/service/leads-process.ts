import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';

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

/** The real command in a process of its own. */
export async function runLeads(args: readonly string[], options: LeadsOptions): Promise<LeadsRun> {
  const child = spawn(process.execPath, [LEADS, ...args], {
    cwd: options.cwd,
    env: { PATH: process.env.PATH, ...options.environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  const ended = once(child, 'close');
  // Not `text`, which would take a byte order mark away.
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  const [code] = await ended;
  return { code, stdout: stdout.toString(), stderr: stderr.toString() };
}
