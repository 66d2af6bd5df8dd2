import { EventEmitter } from 'node:events';
import type { BrowserContext, CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { byHost, watchCookies, watchReceived } from './page-traffic.ts';

it('lists hosts by bytes received, the most first, and leaves out names that are too long', () => {
  const seen = [
    { url: 'https://atelier.example/', bytes: 10 },
    { url: `https://${'a'.repeat(400_000)}.example/x.png`, bytes: 0 },
    { url: 'https://images.example/a.webp', bytes: 900 },
    { url: 'https://atelier.example/style.css', bytes: 20 },
  ];
  expect(byHost(seen, 'atelier.example')).toEqual([
    { host: 'images.example', bytes: 900, requests: 1, thirdParty: true },
    { host: 'atelier.example', bytes: 30, requests: 2, thirdParty: false },
  ]);
});

it('counts the bytes of aborted answers apart from those still arriving', async () => {
  const session = Object.assign(new EventEmitter(), { send: async () => {} });
  const received = await watchReceived(session as unknown as CDPSession);
  for (const [requestId, bytes] of Object.entries({
    whole: 1,
    givenUp: 20,
    coming: 300,
    alsoComing: 4_000,
  })) {
    session.emit('Network.requestWillBeSent', { requestId, request: { url: `https://a.test/${requestId}` } });
    session.emit('Network.dataReceived', { requestId, encodedDataLength: bytes });
  }
  session.emit('Network.loadingFinished', { requestId: 'whole' });
  session.emit('Network.loadingFailed', { requestId: 'givenUp' });
  const { takeIncomplete, stillComing } = received();
  const taken = ['whole', 'givenUp', 'coming'].map((name) => takeIncomplete(`https://a.test/${name}`));
  expect(taken).toEqual([0, 20, 300]);
  expect(stillComing()).toBe(4_300);
});

const cookie = { name: 'Set-Cookie', value: 'seen=1; SameSite=None; Secure' };

it('an unreadable answer is skipped', async () => {
  const context = Object.assign(new EventEmitter(), { cookies: async () => [] });
  const cookies = watchCookies(context as unknown as BrowserContext);
  const answer = (url: string, headers: unknown) =>
    context.emit('response', { url: () => url, headersArray: async () => headers });
  answer('no address', [cookie]);
  answer('https://tracker.test/', [{ name: 'Set-Cookie' }]);
  answer('https://tracker.test/', [cookie]);
  // Read late, as a visit does: nothing may be rejected meanwhile.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await cookies('https://site.test/')).toEqual([{ name: 'seen', site: 'tracker.test' }]);
});
