import { expect, test } from 'vitest';
import { startBackgroundWork } from './outbox-worker.ts';

test('background work is done a batch at a step, one after the other, and one that fails is begun anew', async () => {
  const backgroundWork = startBackgroundWork();
  const done: string[] = [];
  let broken = true;
  backgroundWork.add(async function* () {
    done.push('a1');
    yield;
    if (broken) throw new Error('gone');
    done.push('a2');
    yield;
  });
  backgroundWork.add(async function* () {
    done.push('b1');
    yield;
  });
  expect(await backgroundWork.step()).toBe(true);
  await expect(backgroundWork.step()).rejects.toThrow('gone');
  broken = false;
  while (await backgroundWork.step());
  expect(done).toEqual(['a1', 'a1', 'a2', 'b1']);
  expect(await backgroundWork.step()).toBe(false);
});
