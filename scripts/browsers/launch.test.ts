import type { Browser } from 'playwright-core';
import { expect, it } from 'vitest';
import { inOwnBrowser } from './launch.ts';

/** Browsers of which only the beginning and the end are noted. */
function noted() {
  const said: string[] = [];
  const launch = async () => {
    said.push('launched');
    return { close: async () => void said.push('closed') } as unknown as Browser;
  };
  return { said, launch };
}

it('a browser that does not answer is replaced by a second, and both are closed', async () => {
  const { said, launch } = noted();
  let tries = 0;
  const work = () => (++tries === 1 ? new Promise<string>(() => {}) : Promise.resolve('a picture'));
  expect(await inOwnBrowser(launch, 20, work)).toBe('a picture');
  expect(said).toEqual(['launched', 'closed', 'launched', 'closed']);
});

it('one browser is enough when it answers, and a third is never started', async () => {
  const good = noted();
  expect(await inOwnBrowser(good.launch, 1_000, async () => 1)).toBe(1);
  expect(good.said).toEqual(['launched', 'closed']);
  const bad = noted();
  await expect(inOwnBrowser(bad.launch, 1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(bad.said).toEqual(['launched', 'closed', 'launched', 'closed']);
});
