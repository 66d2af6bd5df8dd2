import { EventEmitter } from 'node:events';
import type { CDPSession } from 'playwright-core';
import { expect, it } from 'vitest';
import { watchReceived } from './received.ts';

it('tells what has come of answers that were given up from what is still coming', async () => {
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
  const incomplete = received.ofIncomplete();
  expect(['whole', 'givenUp', 'coming'].map((name) => incomplete.take(`https://a.test/${name}`))).toEqual([
    0, 20, 300,
  ]);
  expect(received.stillComing()).toBe(4_300);
});
