import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { query } from '../postgres/admin.ts';
import { openGiven } from '../postgres/open-given.ts';
import { sharedDatabase } from '../postgres/shared.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';

const RELEASED = join(import.meta.dirname, '../fixtures/released');

/** An empty database, or one that the statements have been said to. */
const databases = enginesOfThisRun<(said?: string) => Promise<Database>>({
  SQLite: async (said) => {
    const file = join(temporaryFolder(), 'leads.sqlite');
    if (said !== undefined) {
      const raw = new DatabaseSync(file);
      raw.exec(said);
      raw.close();
    }
    return openSqlite(file);
  },
  PostgreSQL: async (said) => {
    const url = await sharedDatabase();
    if (said !== undefined) await query(url, said);
    return openGiven(url);
  },
});

/** Every table, column, check, key, index and trigger, one line each, whatever their order and the names of constraints. */
const schemas: Readonly<Record<string, (db: Database) => Promise<string[]>>> = {
  async SQLite(db) {
    const { rows } = await sql<{ type: string; name: string; said: string }>`select type, name, sql as said
      from sqlite_master where sql is not null`.execute(db);
    return rows.flatMap(({ type, name, said }) => {
      const plain = said.replaceAll('"', '').replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')');
      if (type !== 'table') return plain.toLowerCase();
      const [, body = ''] = /^[^(]*\((.*)\)$/.exec(plain) ?? [];
      // At the commas that are in no parentheses.
      const parts = body.split(/, (?![^(]*\))/);
      return parts.map(
        (part) =>
          `${name}: ${part
            .replace(/^constraint \w+ /, '')
            .split(' ')
            .toSorted()
            .join(' ')}`,
      );
    });
  },
  async PostgreSQL(db) {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as line
        from information_schema.columns where table_schema = 'public'
      union all select concat_ws(' ', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
        and indexname not in (select conname from pg_constraint)
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select regexp_replace(prosrc, '\\s+', ' ', 'g') from pg_proc where pronamespace = 'public'::regnamespace
      union all select concat_ws(' ', relname, relpersistence) from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
    return rows.map(({ line }) => line);
  },
};

describe.each(Object.entries(databases))('the tables on %s', (name, open) => {
  const released = readFileSync(join(RELEASED, `${name === 'SQLite' ? 'sqlite' : 'postgres'}.sql`), 'utf8');
  const database = async (said?: string) => {
    const db = await open(said);
    onTestFinished(() => db.destroy());
    return db;
  };
  const schema = async (db: Database) => (await schemas[name]?.(db))?.toSorted() ?? [];
  const carriedOut = async (db: Database) =>
    (await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)).rows.map(
      (row) => row.name,
    );

  test('a database of the last release becomes what a new one is', async () => {
    const [made, upgraded] = [await database(), await database(released)];
    await migrate(made);
    const before = await schema(upgraded);
    await migrate(upgraded);
    expect(before.length).toBeGreaterThan(200);
    expect(await schema(upgraded)).not.toEqual(before);
    expect(await schema(upgraded)).toEqual(await schema(made));
    const since = (await carriedOut(upgraded)).filter((one) => one > '023-one-destination');
    expect(since).toEqual(await carriedOut(made));
    // And is found to be so at the next start.
    await migrate(upgraded);
    expect(await schema(upgraded)).toEqual(await schema(made));
  });

  test('what the last release has left is mended: a refused status, an overtaken sequence, an address, whose a call is', async () => {
    const call = (id: string, email: string, sequence: number, lead: string, provider: string) =>
      `insert into bookings (id, token, uid, lead_id, name, email, phone, asked_start_at, start_at, end_at, state, sequence, created_at, changed_at, provider)
       values ('${id}', '${id}', '${id}', ${lead}, 'Zoé', '${email}', '+41215550148', 1, 1, 2, 'booked', ${sequence}, 1, 1, ${provider});`;
    const db = await database(`${released}
      insert into leads (id, name, email, user_id, url, status, created_at) values ('lead', 'Zoé', 'zoe@xn--zrich-kva.example', 'u', 'http://x', 'Cold', 1);
      insert into outbox (lead_id, due_at) values ('lead', 1);
      insert into audits (token, url, scheme_typed, host, lead_id, proved, created_at, expires_at) values ('audit', 'https://a.example/', 0, 'a.example', 'lead', 1, 1, 9);
      insert into messages (id, kind, channel, recipient, state, created_at, due_at) values
        ('status', 'provider-status', 'provider', 'provider', 'failed', 5, 9), ('mail', 'owner-lead', 'mail', 'owner', 'failed', 5, 9);
      ${call('ours', 'ZOE@xn--zrich-kva.example', 1, "'lead'", 'null')}
      ${call('theirs', 'zoe@a.example', 1, "'lead'", "'calendly'")}
      ${call('nobodys', 'zoe@a.example', 0, 'null', 'null')}
      insert into booking_changes (booking_id, sequence, kind, start_at, at) values ('ours', 1, 'booked', 1, 1), ('theirs', 1, 'booked', 1, 1), ('theirs', 3, 'moved', 1, 1);
      insert into erased_searches (lead_id, email, user_id, url, erased_at, due_at) values ('gone', 'z@a.example', 'u', 'http://x', 1, 1);`);
    await migrate(db);
    const messages = db.selectFrom('messages').select(['id', 'state', 'due_at']).orderBy('id');
    expect(await messages.execute()).toEqual([
      { id: 'mail', state: 'failed', due_at: 9 },
      { id: 'status', state: 'waiting', due_at: 5 },
    ]);
    const calls = db
      .selectFrom('bookings')
      .select(['id', 'email', 'sequence', 'by_name', 'abuse'])
      .orderBy('id');
    expect(await calls.execute()).toEqual([
      { id: 'nobodys', email: 'zoe@a.example', sequence: 0, by_name: 0, abuse: 0 },
      { id: 'ours', email: 'ZOE@zürich.example', sequence: 1, by_name: 1, abuse: 0 },
      { id: 'theirs', email: 'zoe@a.example', sequence: 3, by_name: 0, abuse: 0 },
    ]);
    expect(await db.selectFrom('leads').select(['id', 'email']).execute()).toEqual([
      { id: 'lead', email: 'zoe@zürich.example' },
    ]);
    expect(await db.selectFrom('erased_searches').select('id').execute()).toEqual([{ id: 'gone' }]);
    expect(await db.selectFrom('audits').select('token').execute()).toEqual([{ token: 'audit' }]);
  });

  test.each([
    [
      'an older one names the version to pass through',
      "delete from kysely_migration where name >= '022'",
      /be7b0375/,
    ],
    [
      'one of a version that was never released is to be removed',
      "insert into kysely_migration values ('026-cleaned-addresses', '2026-11-25T00:00:00.000Z')",
      /026-cleaned-addresses.*supprimez-la/,
    ],
  ])('%s, and stays as it is', async (_what, change, answer) => {
    const db = await database(`${released}${change};`);
    const before = [await schema(db), await carriedOut(db)];
    const error = await migrate(db).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'StartRefused', message: expect.stringMatching(answer) });
    expect([await schema(db), await carriedOut(db)]).toEqual(before);
  });
});
