import { spawn } from 'node:child_process';
import { getPriority } from 'node:os';
import { expect, it, vi } from 'vitest';
import { lowerPriority } from './priority.ts';
import { treeOf } from './process-tree.ts';

it.skipIf(process.platform !== 'linux')(
  'lets a process and what it has started wait for others',
  async () => {
    const shell = spawn('sh', ['-c', 'sleep 30 & wait'], { detached: true });
    const pid = shell.pid ?? 0;
    try {
      await vi.waitFor(() => expect(treeOf(pid)).toHaveLength(2));
      const before = getPriority();
      lowerPriority(pid);
      expect(treeOf(pid).map((one) => getPriority(one))).toEqual([5, 5]);
      expect(getPriority()).toBe(before);
    } finally {
      process.kill(-pid, 'SIGKILL');
    }
  },
);

it('of a process that has gone there is nothing to lower', () => {
  expect(() => lowerPriority(2 ** 30)).not.toThrow();
});
