import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import type { AuditRow } from '../../store/schema.ts';
import { systemClock } from '../../system/clock.ts';
import { eventsRoute, MOST_OF_ONE_AUDIT, MOST_STREAMS } from './audit-events-route.ts';
import type { AuditRouteDeps } from './audit-read-routes.ts';

/** The route over a store that answers when it is told to, with audits that go on for ever. */
async function opened() {
  const row = {
    state: 'running',
    step: 'page',
    url: 'https://exemple.ch/',
    refusal: null,
    facts: null,
    measured_at: null,
  };
  const stuck = Promise.withResolvers<void>();
  let reads = 0;
  const store = {
    async byToken() {
      reads += 1;
      await stuck.promise;
      return row as AuditRow;
    },
    pictureNames: async () => [],
  };
  const app = fastify();
  eventsRoute(app, { store, now: Date.now, clock: systemClock } as unknown as AuditRouteDeps);
  await app.listen({ port: 0 });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  const ask = (token: string) => {
    const request = get({ port, path: `/api/audits/${token}/events`, agent: false });
    request.on('error', () => {});
    onTestFinished(() => void request.destroy());
    return request;
  };
  const statusOf = async (token: string): Promise<number> => {
    const [{ statusCode }] = await once(ask(token), 'response');
    return statusCode;
  };
  const connections = () =>
    new Promise<number>((resolve) => {
      app.server.getConnections((_error, count) => resolve(count));
    });
  return { ask, statusOf, connections, answer: stuck.resolve, reads: () => reads };
}

test('clients that disconnect before the answer do not count as streams', async () => {
  const { ask, statusOf, connections, answer, reads } = await opened();
  const impatient = Array.from({ length: MOST_STREAMS }, (_, page) => ask(`a${page}`));
  await expect.poll(reads).toBe(MOST_STREAMS);
  for (const request of impatient) request.destroy();
  await expect.poll(connections).toBe(0);
  answer();
  expect(await statusOf('b')).toBe(200);
});

test('limits the streams of one audit, and leaves room for others', async () => {
  const { ask, statusOf, answer } = await opened();
  answer();
  const first = ask('a');
  await once(first, 'response');
  for (let page = 1; page < MOST_OF_ONE_AUDIT; page += 1) expect(await statusOf('a')).toBe(200);
  expect(await statusOf('a')).toBe(503);
  expect(await statusOf('b')).toBe(200);
  first.destroy();
  await expect.poll(() => statusOf('a')).toBe(200);
});
