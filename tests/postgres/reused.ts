import { sql } from 'kysely';
import { escapeLiteral } from 'pg';
import { expect } from 'vitest';
import type { Database } from '#server/store/database.ts';
import { query } from './admin.ts';
import { openGiven } from './open-given.ts';
import { migratedDatabase } from './shared.ts';

/**
 * URLs of databases that earlier tests of this worker process have used and closed. Emptying one takes less time than
 * creating a new one, for which PostgreSQL writes some three hundred files.
 */
const closed = new Set<string>();

/** SQL that resets any of these databases to its state right after the migrations; made from the first one. */
let reset: Promise<string> | undefined;

/**
 * Reserves an empty, migrated database for a test. It empties and reuses a database that an earlier test has closed, or
 * creates one. Only the rows are reset: a test that changes tables, functions or triggers must call `migratedDatabase`.
 * @returns a function that opens a connection pool to the database. Once every opened pool is destroyed, a later test may
 *   reserve the database.
 */
export async function reusedDatabase(): Promise<() => Database> {
  const [used] = closed;
  const url = used ?? (await migratedDatabase());
  closed.delete(url);
  reset ??= resetStatements(url);
  const statements = await reset;
  if (used !== undefined) await query(used, statements);
  const open = new Set<Database>();
  return () => {
    const db = openGiven(url);
    const destroy = db.destroy.bind(db);
    db.destroy = async () => {
      await destroy();
      // Only the first call counts: after it, another test may use the database.
      if (open.delete(db) && open.size === 0) closed.add(url);
    };
    open.add(db);
    closed.delete(url);
    return db;
  };
}

/**
 * SQL that deletes all rows and inserts those that the migrations have inserted.
 * @param url of a database that only the migrations have written to
 */
async function resetStatements(url: string): Promise<string> {
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
  // As `replica` the session does not check foreign keys, so tables may be emptied in any order.
  return `set session_replication_role = replica;${(await Promise.all(statements)).join('')}`;
}

/**
 * Until a connection to this database waits for a lock.
 * @param db not the transaction that holds the lock, which would see its first answer again and again
 */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1);
}
