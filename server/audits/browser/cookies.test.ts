import { EventEmitter } from 'node:events';
import type { BrowserContext } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchCookies } from './cookies.ts';

const cookie = { name: 'Set-Cookie', value: 'seen=1; SameSite=None; Secure' };

it('an answer that cannot be read is left out, and ends nothing', async () => {
  const context = Object.assign(new EventEmitter(), { cookies: async () => [] });
  const cookies = watchCookies(context as unknown as BrowserContext);
  const answer = (url: string, headers: unknown) =>
    context.emit('response', { url: () => url, headersArray: async () => headers });
  answer('no address', [cookie]);
  answer('https://tracker.test/', [{ name: 'Set-Cookie' }]);
  answer('https://tracker.test/', [cookie]);
  // Read late, as a visit does: nothing may be rejected meanwhile.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await cookies.ofOthers('https://site.test/')).toEqual([{ name: 'seen', site: 'tracker.test' }]);
});
