import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { freePort } from '#scripts/support/free-port.ts';
import { Secret } from '#server/config/secrets.ts';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { leadReader } from '#server/store/leads/lead-reader.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { someLead } from '../fakes/leads.ts';
import { query } from '../postgres/admin.ts';
import { startCluster } from '../postgres/cluster.ts';
import { sharedDatabase } from '../postgres/shared.ts';
import { postJson, someLead as sentLead, startServer } from './test-server.ts';

async function open(url: string) {
  const db = await openPostgres(new Secret(url), { onLost: () => {} });
  onTestFinished(() => db.destroy());
  return db;
}

test('an address that cannot be used stops the start with one line, and without the password', async () => {
  const unused = await freePort();
  const known = await sharedDatabase();
  const addresses = [
    `postgres://u:tressecret@127.0.0.1:${unused}/b`,
    'postgres://u:tres%ZZsecret@127.0.0.1/b',
    'postgres://u:tressecret@127.0.0.1:1/b?sslmode=verify-full&sslrootcert=/nowhere/tressecret',
    known.replace('postgres@', 'nobody-here:tressecret@'),
    known.replace(/[^/]+$/, 'nothing_here'),
  ];
  for (const address of addresses) {
    const refused = await openPostgres(new Secret(address), { onLost: () => {} }).catch((error) => error);
    expect(refused).toMatchObject({ name: 'StartRefused' });
    expect(refused.message).toMatch(/^DATABASE_URL=… : .*intacts.*relancez\.$/);
    expect(refused.message).not.toMatch(/tressecret|tres%ZZ/);
  }
}, 30_000);

/**
 * A TCP proxy in front of PostgreSQL. The first connection passes at once; all others are held back until `ms` after
 * the second one came.
 */
async function slowProxy(url: string, ms: number): Promise<string> {
  const { hostname, port } = new URL(url);
  let count = 0;
  let opensAt = Number.POSITIVE_INFINITY;
  const proxy = createServer((socket) => {
    if (count > 0) opensAt = Math.min(opensAt, performance.now() + ms);
    const wait = count === 0 ? 0 : Math.max(0, opensAt - performance.now());
    count += 1;
    setTimeout(() => {
      const postgres = connect(Number(port), hostname);
      socket.pipe(postgres).pipe(socket);
      for (const one of [socket, postgres]) one.on('error', () => one.destroy());
    }, wait);
  });
  onTestFinished(() => void proxy.close());
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  const front = new URL(url);
  front.port = String((proxy.address() as AddressInfo).port);
  return front.href;
}

test('a server starts where the first connections take longer than a visitor waits', async () => {
  const server = await startServer({ DATABASE_URL: await slowProxy(await sharedDatabase(), 2_500) });
  expect((await postJson(server.url, sentLead())).status).toBe(201);
});

test('a database that would answer before a commit is durable, or that cannot write, is refused', async () => {
  const url = await sharedDatabase();
  const maintenance = inject('postgresUrl');
  const name = new URL(url).pathname.slice(1);
  for (const [setting, bad, good] of [
    ['synchronous_commit', 'off', 'on'],
    ['default_transaction_read_only', 'on', 'off'],
  ]) {
    await query(maintenance, `alter database ${name} set ${setting} = ${bad}`);
    await expect(open(url)).rejects.toThrow(/synchronous_commit=off|lecture seule/);
    await query(maintenance, `alter database ${name} set ${setting} = ${good}`);
  }
  await open(url);
});

test('a database that a power cut could take is refused, whatever it answers', async () => {
  const cluster = await startCluster({ settings: ['fsync=off'] });
  onTestFinished(() => cluster.stop());
  await expect(open(await cluster.createDatabase())).rejects.toThrow(
    /fsync=off.*Rien n’y a été modifié.*fsync=on/,
  );
});

test('several servers may start on an empty database at the same moment', async () => {
  const url = await sharedDatabase();
  const all = await Promise.all([1, 2, 3, 4].map(() => open(url)));
  const lead = someLead();
  const outcomes = await Promise.all(all.map((db) => leadWriter(db).insert(lead, 0)));
  expect(outcomes.toSorted()).toEqual(['created', 'repeated', 'repeated', 'repeated']);
});

test('instants are the database’s, whatever the clock of a server says', async () => {
  const db = await open(await sharedDatabase());
  const lead = someLead();
  const before = Date.now();
  await leadWriter(db).insert(lead, 1234);
  const stored = await leadReader(db).byId(lead.id);
  expect(stored?.createdAt).toBeGreaterThanOrEqual(before - 1_000);
  expect(stored?.createdAt).toBeLessThanOrEqual(Date.now() + 1_000);
});
