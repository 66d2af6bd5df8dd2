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

it('takes another browser when the first stands still, and closes both', async () => {
  const { said, launch } = noted();
  let tries = 0;
  const work = () => (++tries === 1 ? new Promise<string>(() => {}) : Promise.resolve('a picture'));
  expect(await inOwnBrowser(launch, 20, work)).toBe('a picture');
  expect(said).toEqual(['launched', 'closed', 'launched', 'closed']);
});

it('needs one browser where nothing fails, and no third', async () => {
  const good = noted();
  expect(await inOwnBrowser(good.launch, 1_000, async () => 1)).toBe(1);
  expect(good.said).toEqual(['launched', 'closed']);
  const bad = noted();
  await expect(inOwnBrowser(bad.launch, 1_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(bad.said).toEqual(['launched', 'closed', 'launched', 'closed']);
});
