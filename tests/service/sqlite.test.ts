import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Kysely, sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { migrate } from '#server/store/migrations/migrate.ts';
import type { Schema } from '#server/store/schema.ts';
import { openDurably } from '#server/store/sqlite/durable.ts';
import { openSqlite, overSqlite } from '#server/store/sqlite/open.ts';
import { lockDatabase } from '#server/store/sqlite/server-lock.ts';
import { temporaryFolder } from './temporary-folder.ts';

test('the file keeps what it acknowledges: WAL, full synchronisation, foreign keys', async () => {
  const db = openSqlite(join(temporaryFolder(), 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  const pragma = async (name: string) => {
    const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
    return Object.values(rows[0] ?? {})[0];
  };
  expect(await pragma('journal_mode')).toBe('wal');
  expect(await pragma('synchronous')).toBe(2);
  expect(await pragma('foreign_keys')).toBe(1);
});

test('a new file is known to hold no remains, after its migrations too', async () => {
  const db = openSqlite(join(temporaryFolder(), 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  expect(await db.engine.files?.hasRemains()).toBe(false);
  await migrate(db);
  expect(await db.engine.files?.hasRemains()).toBe(false);
});

test('a file that is no database, and a folder that is a file, stop the start with one line', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'leads.sqlite'), 'ceci n’est pas une base de données '.repeat(100));
  expect(() => openSqlite(join(folder, 'leads.sqlite'))).toThrow(/^La base de données .*DATA_DIR.*$/);
  expect(() => openSqlite(join(folder, 'leads.sqlite', 'leads.sqlite'))).toThrow('DATA_DIR');
});

test('a database that refuses write-ahead logging is refused', () => {
  const file = join(temporaryFolder(), 'leads.sqlite');
  const reader = new DatabaseSync(file);
  onTestFinished(() => reader.close());
  reader.exec('CREATE TABLE t (a); INSERT INTO t VALUES (1); BEGIN; SELECT * FROM t');
  expect(() => openSqlite(file)).toThrow(/journal_mode|locked/);
});

test('a database made by a newer version is left alone', async () => {
  const db = openSqlite(join(temporaryFolder(), 'leads.sqlite'));
  onTestFinished(() => db.destroy());
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('999-future', '2030')`.execute(db);
  await expect(migrate(db)).rejects.toThrow('plus ancienne');
});

/** Fails at the statement of that number, from 1, as a full disk does. */
function failingAt(statement: number, db: Kysely<Schema>): Kysely<Schema> {
  let left = statement;
  return db.withPlugin({
    transformQuery({ node }) {
      left -= 1;
      if (left === 0) throw new Error('disk full');
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

test('an upgrade that stops at any of its statements leaves nothing behind, and the next start does it whole', async () => {
  const released = readFileSync(join(import.meta.dirname, '../fixtures/released/sqlite.sql'), 'utf8');
  let stopped = 0;
  for (const before of ['', released])
    for (let statement = 1; ; statement += 5) {
      const raw = openDurably(':memory:');
      raw.exec(before);
      const db = overSqlite(raw);
      onTestFinished(() => db.destroy());
      const schema = () => raw.prepare("select sql from sqlite_master where name not like '%kysely%'").all();
      const old = schema();
      const error = await migrate(failingAt(statement, db)).catch((reason: unknown) => reason);
      if (error === undefined) break;
      stopped += 1;
      expect(schema(), `stopped at statement ${statement}`).toEqual(old);
      await migrate(db);
      expect(schema()).not.toEqual(old);
    }
  expect(stopped).toBeGreaterThan(10);
});

test('a command finds the newest version while the server is writing', async () => {
  const file = join(temporaryFolder(), 'leads.sqlite');
  const db = openSqlite(file);
  onTestFinished(() => db.destroy());
  await migrate(db);
  const server = new DatabaseSync(file);
  onTestFinished(() => server.close());
  server.exec('begin immediate');
  await migrate(db);
});

test('one server a file: the second is refused until the first lets go', () => {
  const file = join(temporaryFolder(), 'leads.sqlite');
  const release = lockDatabase(file);
  expect(() => lockDatabase(file)).toThrow('déjà utilisée par un autre serveur');
  release();
  lockDatabase(file)();
});
