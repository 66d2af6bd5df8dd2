import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { postJson, someLead, startServer } from './test-server.ts';

test('readyz counts what waits and what every strategy refused', async () => {
  const { url, opsUrl, dataDir } = await startServer();
  expect(await (await fetch(`${opsUrl}/healthz`)).json()).toEqual({ status: 'ok' });
  const [first, second] = [someLead(), someLead()];
  for (const lead of [first, second]) await postJson(url, lead);
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 5_000 });
  onTestFinished(() => db.close());
  db.prepare('UPDATE outbox SET refused_at = 1 WHERE lead_id = ?').run(first.id);
  const ready = await fetch(`${opsUrl}/readyz`);
  expect(ready.status).toBe(200);
  expect(ready.headers.get('cache-control')).toBe('no-store');
  expect(await ready.json()).toEqual({
    status: 'ok',
    delivering: false,
    outbox: { waiting: 2, refused: 1 },
  });
});

test('the operator’s listener is on the loopback address, and its pages are not on the public one', async () => {
  const { url, opsUrl } = await startServer({ HOST: '0.0.0.0' });
  expect(new URL(opsUrl).hostname).toBe('127.0.0.1');
  for (const path of ['/healthz', '/readyz']) expect((await fetch(`${url}${path}`)).status).toBe(404);
});
