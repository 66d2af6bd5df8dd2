import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, getPriority } from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lowerSession, lowestPriority, treeOf } from './process-tree.ts';

/** A shell that starts another program as soon as it is told to. */
function shell() {
  const child = spawn('sh', ['-c', 'read line; sleep 30 & wait'], { detached: true });
  const pid = child.pid ?? 0;
  onTestFinished(() => void process.kill(-pid, 'SIGKILL'));
  return { pid, go: () => child.stdin.write('\n') };
}

it.skipIf(process.platform !== 'linux')(
  'a process and what it starts later wait for all others',
  async () => {
    const { pid, go } = shell();
    const before = getPriority();
    lowestPriority(pid);
    go();
    await vi.waitFor(() => expect(treeOf(pid)).toHaveLength(2));
    const lowest = constants.priority.PRIORITY_LOW;
    expect(treeOf(pid).map((one) => getPriority(one))).toEqual([lowest, lowest]);
    expect(getPriority()).toBe(before);
    for (const one of treeOf(pid)) expect(readFileSync(`/proc/${one}/oom_score_adj`, 'utf8')).toBe('1000\n');
  },
);

it.skipIf(process.platform !== 'linux')('lowers the priority of a session', () => {
  const { pid } = shell();
  lowerSession(pid);
  expect(readFileSync(`/proc/${pid}/autogroup`, 'utf8')).toMatch(/ nice 5$/m);
});

it('lowering the priority of an ended process is not an error', () => {
  expect(() => lowestPriority(2 ** 30)).not.toThrow();
  expect(() => lowerSession(2 ** 30)).not.toThrow();
});
