import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { eventsRoute } from '#server/audits/routes/audit-events-route.ts';
import type { AuditRouteDeps } from '#server/audits/routes/audit-read-routes.ts';
import { auditBench } from '../fakes/audit-bench.ts';
import { newSqlite } from '../support/new-sqlite.ts';
import { eventsOf } from './audit-requests.ts';

test('an unchanged state is repeated every 10 s, for 5 minutes', async () => {
  const { db, store, queued } = await auditBench(newSqlite);
  const token = await queued('a.example');
  let at = Date.now();
  const clock = {
    now: () => at,
    wait: async (ms: number) => {
      at += ms;
    },
  };
  const app = fastify();
  onTestFinished(() => app.close());
  eventsRoute(app, { db, store, clock, now: Date.now } as unknown as AuditRouteDeps);
  const body = (await app.inject(`/api/audits/${token}/events`)).body;
  const events = await eventsOf(new Response(body));
  expect(events).toHaveLength(31);
  expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1);
  expect(events[0]).toMatchObject({ state: 'waiting', url: 'https://a.example/' });
  expect(body.replaceAll(/^data: .*$/gm, '').trim()).toBe('');
});
