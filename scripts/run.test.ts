import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const RUN = join(import.meta.dirname, 'run.mjs');

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it.each([
  { killed: 'the shell that npm starts', signal: 'SIGTERM', depth: 1 },
  { killed: 'the shell that npm starts', signal: 'SIGKILL', depth: 1 },
  { killed: 'npm', signal: 'SIGKILL', depth: 2 },
] as const)('what it runs ends when $killed is gone, by $signal', async ({ signal, depth }) => {
  const program = 'console.log(process.pid); setInterval(() => {}, 1000)';
  const line = `"${process.execPath}" "${RUN}" -e "${program}"; true`;
  const above = spawn('sh', ['-c', depth === 1 ? line : `sh -c '${line}'; true`], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, npm_lifecycle_event: 'dev' },
  });
  const [said] = (await once(above.stdout, 'data')) as [Buffer];
  const pid = Number(said);
  onTestFinished(() => void (isRunning(pid) && process.kill(pid, 'SIGKILL')));
  expect(isRunning(pid)).toBe(true);
  above.kill(signal);
  await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
});
