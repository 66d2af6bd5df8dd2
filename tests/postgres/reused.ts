import { escapeLiteral } from 'pg';
import type { Database } from '#server/store/database.ts';
import { query } from './admin.ts';
import { openGiven } from './open-given.ts';
import { migratedDatabase } from './shared.ts';

/**
 * Databases that earlier tests of this worker process have closed. A test that gets one of them instead of a new one
 * spares 0.2 s of CPU time: PostgreSQL makes three hundred files for a new database.
 */
const closed = new Set<string>();

/** The statements that bring a database back to what the migrations made of it. */
let emptying: Promise<string> | undefined;

/**
 * A database of the newest version without rows, possibly one that an earlier test has used. For tests that do not change
 * tables, functions or triggers; others take a `migratedDatabase`.
 * @returns a function that opens a connection pool to it; once every pool is closed, the next test may get the database
 */
export async function reusedDatabase(): Promise<() => Database> {
  const [used] = closed;
  const url = used ?? (await migratedDatabase());
  closed.delete(url);
  emptying ??= statementsThatEmpty(url);
  const statements = await emptying;
  if (used !== undefined) await query(used, statements);
  let open = 0;
  return () => {
    const db = openGiven(url);
    const destroy = db.destroy.bind(db);
    open++;
    closed.delete(url);
    let ended: Promise<void> | undefined;
    db.destroy = () => (ended ??= destroy().then(() => void (--open === 0 && closed.add(url))));
    return db;
  };
}

/** @param url of a database that only the migrations have written to */
async function statementsThatEmpty(url: string): Promise<string> {
  const tables = await query(
    url,
    `select quote_ident(tablename) as name from pg_tables
     where schemaname = 'public' and tablename not like 'kysely_%'`,
  );
  const statements = tables.map(async ({ name }) => {
    const [first] = await query(url, `select json_agg(t)::text as kept from ${name} t`);
    const kept = first?.kept;
    const refill = `insert into ${name} select * from json_populate_recordset(null::${name}, ${escapeLiteral(String(kept))});`;
    return `delete from ${name};${kept === null ? '' : refill}`;
  });
  // Without foreign keys, so that the order of the tables does not matter.
  return `set session_replication_role = replica;${(await Promise.all(statements)).join('')}`;
}
