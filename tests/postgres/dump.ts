import pg from 'pg';
import { Secret } from '#server/config/secrets.ts';
import { openPostgres } from '#server/store/postgres/open.ts';

/** Rows of every table, as JSON, by the table's name. */
export type Dump = ReadonlyMap<string, unknown>;

/** What `pg_dump` saves of a database in use: all tables as they stand at one moment. */
export async function dumpOf(url: string): Promise<Dump> {
  return connected(url, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const dump = new Map<string, unknown>();
    for (const table of await tablesOf(client)) {
      const { rows } = await client.query(`select coalesce(json_agg(t), '[]') as rows from "${table}" t`);
      dump.set(table, rows[0].rows);
    }
    await client.query('commit');
    return dump;
  });
}

/** Fills an empty database with it. */
export async function restoreInto(url: string, dump: Dump): Promise<void> {
  const db = await openPostgres(new Secret(url), { onLost: () => {}, forCommand: true });
  await db.destroy();
  await connected(url, async (client) => {
    await client.query(`truncate ${(await tablesOf(client)).map((name) => `"${name}"`).join(', ')} cascade`);
    // As pg_restore, which adds constraints after the rows: tables refer to each other.
    await client.query('set session_replication_role = replica');
    for (const [table, rows] of dump)
      await client.query(
        `insert into "${table}" select * from json_populate_recordset(null::"${table}", $1)`,
        [JSON.stringify(rows)],
      );
  });
}

async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`);
  return rows.map(({ tablename }) => tablename as string);
}

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
