import { expect, onTestFinished, test } from 'vitest';
import { startFakeAirtable } from '../fakes/airtable.ts';
import { airtableEnvironment } from '../fakes/airtable-settings.ts';
import { query } from '../postgres/admin.ts';
import { type Cluster, startCluster } from '../postgres/cluster.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/** What a test may do to a PostgreSQL of its own while a server uses it. */
async function onPostgres() {
  const cluster = await startCluster();
  onTestFinished(() => cluster.stop());
  const fake = await startFakeAirtable();
  onTestFinished(() => fake.close());
  const DATABASE_URL = await cluster.createDatabase();
  const start = () =>
    startServer({
      DATABASE_URL,
      ...airtableEnvironment(fake),
      LEADS_PER_MINUTE: '1000',
    });
  return { cluster, fake, start };
}

test('a database that was read-only for a while, as after a failover, is written to again by itself', async () => {
  const DATABASE_URL = await migratedDatabase();
  const { url, opsUrl } = await startServer({ DATABASE_URL, LEADS_PER_MINUTE: '1000' });
  await expect.poll(async () => (await postJson(url, someLead())).status).toBe(201);
  const name = new URL(DATABASE_URL).pathname.slice(1);
  // Sessions that begin now stay read-only to their end.
  await query(DATABASE_URL, `alter database ${name} set default_transaction_read_only = on`);
  const others = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}' and pid <> pg_backend_pid()`;
  await query(DATABASE_URL, others);
  const posts = () => Promise.all(Array.from({ length: 30 }, () => postJson(url, someLead())));
  await expect.poll(async () => (await postJson(url, someLead())).status).toBe(503);
  // As many at once as there are connections, so that each of them has met it.
  for (const { status } of await posts()) expect(status).toBe(503);
  const writable = `begin read write; alter database ${name} reset default_transaction_read_only; commit`;
  await query(DATABASE_URL, writable);
  await expect.poll(async () => (await fetch(`${opsUrl}/readyz`)).status, { timeout: 10_000 }).toBe(200);
  await expect.poll(async () => (await postJson(url, someLead())).status, { timeout: 10_000 }).toBe(201);
  // A connection that stayed read-only would refuse some of any thirty; a busy machine refuses some of the first.
  await expect.poll(async () => new Set((await posts()).map(({ status }) => status))).toEqual(new Set([201]));
}, 120_000);

/** How long it takes until the server answers with that, in milliseconds. */
async function timed(act: () => Promise<Response>, status: number): Promise<number> {
  const from = performance.now();
  const answer = await act();
  expect(answer.status).toBe(status);
  return performance.now() - from;
}

const BREAKDOWNS: [string, (cluster: Cluster) => unknown, (cluster: Cluster) => unknown][] = [
  ['frozen', (cluster) => cluster.pause(), (cluster) => cluster.resume()],
  ['killed', (cluster) => cluster.killNine(), (cluster) => cluster.restart()],
];

test('two servers share a database; while it is gone they say so within 2 s, then go on by themselves within 5 s', async () => {
  const { cluster, fake, start } = await onPostgres();
  const servers = [await start(), await start()];
  const sent: ReturnType<typeof someLead>[] = [];
  for (const { url } of servers) {
    const lead = someLead({ userId: `usr_${sent.length}aaaaaaaa` });
    await expect.poll(async () => (await postJson(url, lead)).status).toBeLessThan(300);
    sent.push(lead);
  }

  for (const [, breakDown, mend] of BREAKDOWNS) {
    await breakDown(cluster);
    const kept = [];
    for (const { url, opsUrl } of servers) {
      const lead = someLead({ userId: `usr_${sent.length + kept.length}aaaaaaaa` });
      expect(await timed(() => postJson(url, lead), 503)).toBeLessThan(2_000);
      kept.push(lead);
      expect(await timed(() => fetch(`${opsUrl}/readyz`), 503)).toBeLessThan(4_000);
    }
    await mend(cluster);
    for (const [index, { url }] of servers.entries()) {
      const lead = kept[index];
      const from = performance.now();
      // The first attempt may have been stored after all: then the same lead is there already.
      await expect.poll(async () => (await postJson(url, lead)).status, { interval: 100 }).toBeLessThan(300);
      expect(performance.now() - from).toBeLessThan(5_000);
      if (lead) sent.push(lead);
    }
  }

  const names = () => fake.records.map(({ fields }) => fields.ID);
  // What was under way when the connection was lost waits for the end of its lease of 60 s.
  await expect.poll(() => names().length, { timeout: 90_000 }).toBeGreaterThanOrEqual(sent.length);
  expect(names().toSorted()).toEqual(sent.map(({ userId }) => userId).toSorted());
  for (const server of servers) expect(server.log()).not.toMatch(/Müller|example\.ch/);
}, 180_000);
