import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cached } from './fonts.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cached-'));
});
afterAll(() => rm(dir, { recursive: true }));

it('the same inputs are made once, other inputs anew', async () => {
  let made = 0;
  const make = (...inputs: string[]) => cached(dir, inputs, async () => Buffer.from(`${++made}`));
  expect(String(await make('a', 'b'))).toBe('1');
  expect(String(await make('a', 'b'))).toBe('1');
  expect(String(await make('ab', ''))).toBe('2');
});

it('a failed result is not kept', async () => {
  const failing = cached(dir, ['c'], () => Promise.reject(new Error('no ink')));
  await expect(failing).rejects.toThrow('no ink');
  expect(String(await cached(dir, ['c'], async () => Buffer.from('made')))).toBe('made');
});
