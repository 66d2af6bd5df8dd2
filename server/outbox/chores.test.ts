import { expect, test } from 'vitest';
import { startChores } from './chores.ts';

test('chores are done a batch at a step, one after the other, and one that fails is begun anew', async () => {
  const chores = startChores();
  const done: string[] = [];
  let broken = true;
  chores.add(async function* () {
    done.push('a1');
    yield;
    if (broken) throw new Error('gone');
    done.push('a2');
    yield;
  });
  chores.add(async function* () {
    done.push('b1');
    yield;
  });
  expect(await chores.step()).toBe(true);
  await expect(chores.step()).rejects.toThrow('gone');
  broken = false;
  while (await chores.step());
  expect(done).toEqual(['a1', 'a1', 'a2', 'b1']);
  expect(await chores.step()).toBe(false);
});
