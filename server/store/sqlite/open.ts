import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Database, type Engine, inTransaction } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { openDurably } from './durable.ts';
import { ThreadedDialect } from './threaded-dialect.ts';
import { startWriter } from './writer.ts';

/** One server owns the file, so its own clock is the database's. */
export const sqliteEngine: Engine = {
  instant: (ownMs) => sql<number>`${ownMs}`,
  shared: false,
  atomically: inTransaction,
};

/**
 * Opens an embedded database on the calling thread, which waits for the disk: for commands and tests.
 * Throws StartRefused when it cannot be opened, or when it would not keep what it acknowledges.
 * @param path of the file, or ':memory:'
 */
export function openSqlite(path: string): Database {
  return new Database(new NodeSqliteDialect(openDurably(path)), sqliteEngine);
}

/**
 * Opens an embedded database for a server, at its newest version: written by a thread of its own, which commits
 * in one commit what arrives at the same time; this thread reads. Transactions go through `atomically`.
 * Throws StartRefused as `openSqlite` and `migrate` do.
 * @param path of the file
 */
export async function openThreaded(path: string): Promise<Database> {
  const first = openSqlite(path);
  try {
    await migrate(first);
  } finally {
    await first.destroy();
  }
  const writer = startWriter(path);
  const reader = new DatabaseSync(path, { readOnly: true });
  const atomically: Engine['atomically'] = (_db, queries) =>
    writer.write(queries.map(({ sql, parameters }) => ({ sql, parameters })));
  return new Database(new ThreadedDialect(reader, writer), { ...sqliteEngine, atomically });
}
