import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { startCluster } from '../postgres/cluster.ts';
import { startProcess, workingFolder } from './server-process.ts';
import { storedLeads } from './stored-leads.ts';
import { postJson, someLead } from './test-server.ts';

/** Submits without a pause until the server is gone; `enough` resolves after `count` acknowledgements. */
function submitUntilGone(url: string, count: number) {
  const acknowledged: string[] = [];
  const { promise: enough, resolve } = Promise.withResolvers<void>();
  const one = async (): Promise<void> => {
    for (;;) {
      const lead = someLead();
      const response = await postJson(url, lead).catch(() => undefined);
      if (response === undefined) return;
      if (response.status === 201 && acknowledged.push(lead.id) >= count) resolve();
    }
  };
  return { acknowledged, enough, done: Promise.all(Array.from({ length: 8 }, one)) };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
  '%s in the middle of submissions keeps every answered lead',
  async (signal) => {
    const folder = await workingFolder();
    const server = startProcess(folder, { LEADS_PER_MINUTE: '100000' });
    const { acknowledged, enough, done } = submitUntilGone(await server.opened, 40);
    await enough;
    server.child.kill(signal);
    await done;
    const { code } = await server.ended;
    expect(code).toBe(signal === 'SIGKILL' ? null : 0);
    const stored = new Set(storedLeads(join(folder, 'data')).map(({ id }) => id));
    expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
  },
);

/** A client that begins a request and never finishes it. */
async function hangOn(url: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(
    'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
  );
}

test('a client that never finishes its request does not hold the stop beyond 10 s', async () => {
  const folder = await workingFolder();
  const server = startProcess(folder);
  await hangOn(await server.opened);
  expect((await postJson(await server.opened, someLead())).status).toBe(201);
  const asked = performance.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  expect(storedLeads(join(folder, 'data'))).toHaveLength(1);
});

test.each(['answers', 'hangs'] as const)(
  'Airtable that %s does not hold the stop beyond 10 s',
  async (behaviour) => {
    const fake = await startFakeAirtable();
    onTestFinished(() => fake.close());
    if (behaviour === 'hangs') fake.fail({ kind: 'hang' });
    const folder = await workingFolder();
    const server = startProcess(folder, airtableEnvironment(fake));
    expect((await postJson(await server.opened, someLead())).status).toBe(201);
    await fake.until(() => fake.requests.length === 1);
    const asked = performance.now();
    server.child.kill('SIGTERM');
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - asked).toBeLessThan(10_000);
    expect(storedLeads(join(folder, 'data'))).toHaveLength(1);
  },
);

test('a slow client, a hanging provider and a frozen PostgreSQL together do not hold the stop beyond 10 s', async () => {
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  fake.fail({ kind: 'hang' });
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const server = startProcess(await workingFolder(), {
    DATABASE_URL: await cluster.createDatabase(),
    ...airtableEnvironment(fake),
  });
  const url = await server.opened;
  await hangOn(url);
  expect((await postJson(url, someLead())).status).toBe(201);
  await fake.until(() => fake.requests.length === 1);
  cluster.pause();
  // Another visitor is waiting for the answer, and the worker looks for what is due.
  const unanswered = postJson(url, someLead()).catch(() => undefined);
  const asked = performance.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
  expect(performance.now() - asked).toBeLessThan(10_000);
  await unanswered;
  cluster.resume();
});

test('a second SIGTERM ends the process at once', async () => {
  const folder = await workingFolder();
  const server = startProcess(folder);
  const url = await server.opened;
  await hangOn(url);
  expect((await postJson(url, someLead())).status).toBe(201);
  server.child.kill('SIGTERM');
  // Visitors are turned away by then; without a second signal, the one who hangs on has seconds left.
  await expect.poll(() => fetch(url).catch(() => 'closed')).toBe('closed');
  const asked = performance.now();
  server.child.kill('SIGTERM');
  expect((await server.ended).code).toBe(143);
  expect(performance.now() - asked).toBeLessThan(3_000);
  expect(storedLeads(join(folder, 'data'))).toHaveLength(1);
});
