// The store without a server, as a separate program: <group|single> <folder> <seconds>; prints leads a second.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import { someLead } from '../../tests/fakes/leads.ts';
import { CONNECTIONS } from './load.ts';

const [way, folder = '', seconds = '2'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });
const file = join(folder, 'leads.sqlite');
const measured = await (way === 'group' ? groupCommit() : commitEach());
console.log(measured);
// The database is still open: Kysely does not close a connection that it never used, and the store wrote without it.
process.exit();

/** Stores leads as the server does, with as many at once as the load opens connections. */
async function groupCommit(): Promise<number> {
  const db = await openThreaded(file);
  const writer = leadWriter(db);
  let written = 0;
  const { until, rate } = clock();
  const caller = async () => {
    for (; !until(); written += 1) await writer.insert(someLead(), Date.now());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, caller));
  const result = rate(written);
  await db.destroy();
  return result;
}

/** Stores one lead after another, each with its outbox row in a separate transaction, by prepared statements. */
async function commitEach(): Promise<number> {
  const db = openSqlite(file);
  await migrate(db);
  await db.destroy();
  const bare = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  bare.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const insertLead = bare.prepare(
    'INSERT INTO leads (id, name, email, user_id, url, status, created_at) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const insertOrder = bare.prepare('INSERT INTO outbox (lead_id, due_at) VALUES (?, ?)');
  let written = 0;
  const { until, rate } = clock();
  for (; !until(); written += 1) {
    const { id, name, email, userId, url, status } = someLead();
    bare.exec('BEGIN IMMEDIATE');
    insertLead.run(id, name, email, userId, url, status, Date.now());
    insertOrder.run(id, Date.now());
    bare.exec('COMMIT');
  }
  const result = rate(written);
  bare.close();
  return result;
}

function clock() {
  const started = performance.now();
  const passed = () => (performance.now() - started) / 1000;
  return { until: () => passed() >= Number(seconds), rate: (count: number) => count / passed() };
}
