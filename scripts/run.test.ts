import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const RUN = join(import.meta.dirname, 'run.mjs');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'what it runs ends with whoever started it, by %s',
  async (signal) => {
    const program = 'console.log(process.pid); setInterval(() => {}, 1000)';
    // As npm does: a shell stands between, and is all that a signal to npm's number reaches.
    const shell = spawn('sh', ['-c', `"${process.execPath}" "${RUN}" -e "${program}"; true`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(shell.stdout, 'data')) as [Buffer];
    const pid = Number(said);
    expect(isRunning(pid)).toBe(true);
    shell.kill(signal);
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  },
);
