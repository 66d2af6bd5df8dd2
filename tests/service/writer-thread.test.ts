import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { leadWriter } from '#server/leads/lead-writer.ts';
import { openThreaded } from '#server/store/sqlite/open.ts';
import { startWriter } from '#server/store/sqlite/writer.ts';
import { makePrivate } from '#server/system/private-files.ts';
import { someLead, someLeads } from '../fakes/leads.ts';
import { newSqliteFile } from '../support/new-sqlite.ts';
import { temporaryFolder } from './temporary-folder.ts';

async function opened() {
  const db = await openThreaded(join(temporaryFolder(), 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  return db;
}

test('the thread’s connection keeps what it acknowledges', async () => {
  const db = await opened();
  for (const [name, value] of [
    ['journal_mode', 'wal'],
    ['synchronous', 2],
    ['foreign_keys', 1],
  ] as const) {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
    expect(Object.values(rows[0] ?? {})).toEqual([value]);
  }
});

test('closing writes what was handed in before', async () => {
  const db = await opened();
  const leads = someLeads(200);
  const outcomes = Promise.all(leads.map((lead) => leadWriter(db).insert(lead, 1)));
  const counted = outcomes.then(() => db.selectFrom('leads').select('id').execute());
  expect(await counted).toHaveLength(200);
  const last = leadWriter(db).insert(someLead(), 1);
  await db.destroy();
  expect(await last).toBe('created');
});

test('an act that cannot be handed over, or not be carried out, is answered and answers for no other', async () => {
  const writer = startWriter(join(temporaryFolder(), 'leads.sqlite'));
  onTestFinished(() => writer.close());
  await writer.write([{ sql: 'create table t (a integer)', parameters: [] }]);
  const unposted = writer.write([{ sql: 'insert into t values (?)', parameters: [Symbol('x')] }]);
  await expect(unposted).rejects.toThrow('cloned');
  await expect(writer.write([{ sql: 'insert into nowhere', parameters: [] }])).rejects.toThrow();
  expect(await writer.write([{ sql: 'insert into t values (1) returning a', parameters: [] }])).toEqual([
    { rows: [{ a: 1 }] },
  ]);
});

test('a thread that dies rejects what it had not confirmed, and the next act starts another', async () => {
  const folder = join(temporaryFolder(), 'data');
  writeFileSync(folder, 'not a folder');
  const writer = startWriter(join(folder, 'leads.sqlite'));
  onTestFinished(() => writer.close());
  const create = () => writer.write([{ sql: 'create table t (a integer)', parameters: [] }]);
  await expect(create()).rejects.toThrow('DATA_DIR');
  rmSync(folder);
  expect(await create()).toMatchObject([{ rows: [] }]);
});

// Without it the sqlite3 of Debian 12, closing the file, takes itself for the last to use it and removes the log.
test.runIf(existsSync('/proc/locks'))(
  'a thread that begins anew leaves the lock of the connection that reads',
  async () => {
    const path = await newSqliteFile(join(temporaryFolder(), 'data'));
    const db = await openThreaded(path);
    onTestFinished(() => db.destroy());
    await leadWriter(db).insert(someLead(), 1);
    // As a thread does that takes the place of one that died.
    makePrivate(path);
    const { ino } = statSync(path);
    expect(readFileSync('/proc/locks', 'utf8')).toMatch(new RegExp(` READ \\d+ \\S+:${ino} `));
  },
);
