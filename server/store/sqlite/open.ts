import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { Database, type DatabaseFiles, type Engine, inTransaction, type LostDatabase } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import { isRequired } from '../outdated.ts';
import { NodeSqliteDialect } from './dialect.ts';
import { openDurably } from './durable.ts';
import { type OpenedFiles, openedFiles } from './lost-files.ts';
import { emptyLog, fileBytes, hasRemains, rewrite } from './remains.ts';
import { ThreadedDialect } from './threaded-dialect.ts';
import { startWriter } from './writer.ts';
import type { FileWork } from './writer-thread.ts';

/** Bytes; so many are written anew in a second or two. */
const QUICKLY_REWRITTEN = 100 * 2 ** 20;

/** One server owns the file, so its own clock is the database's. */
export const sqliteEngine: Engine = {
  instant: (ownMs) => sql<number>`${ownMs}`,
  // https://www.sqlite.org/pragma.html#pragma_data_version: of commits by other connections, as the writer's is.
  version: sql<string>`(select data_version from pragma_data_version)`,
  shared: false,
  atomically: inTransaction,
};

/**
 * Opens an embedded database on the calling thread, which waits for the disk: for commands and tests.
 * Throws StartRefused when it cannot be opened, or when it would not keep what it acknowledges.
 * @param path of the file, or ':memory:'
 */
export function openSqlite(path: string): Database {
  return overSqlite(openDurably(path));
}

/** The same of a database that `openDurably` has opened. */
export function overSqlite(database: DatabaseSync): Database {
  const files: DatabaseFiles = {
    hasRemains: async () => hasRemains(database),
    emptyLog: async () => emptyLog(database),
    rewrite: async () => rewrite(database),
    lost: async () => undefined,
  };
  return new Database(new NodeSqliteDialect(database), { ...sqliteEngine, files });
}

/**
 * Opens an embedded database for a server, at its newest version: written by a thread of its own, which commits
 * in one commit what arrives at the same time; this thread reads. Transactions go through `atomically`.
 * Throws StartRefused as `openSqlite` and `migrate` do.
 * @param path of the file
 */
export async function openThreaded(path: string): Promise<Database> {
  const database = openDurably(path);
  const first = new Database(new NodeSqliteDialect(database), sqliteEngine);
  let reader: DatabaseSync | undefined;
  let opened: OpenedFiles;
  try {
    await migrate(first);
    // A large file is written anew at night (retention/start-file-cleaning.ts).
    if (hasRemains(database) && fileBytes(database) <= QUICKLY_REWRITTEN) tryRewriting(database);
    reader = new DatabaseSync(path, { readOnly: true });
    // Once it has read it holds all three files, and from then on they stay the same.
    reader.exec('SELECT 1 FROM sqlite_schema');
    opened = openedFiles(path);
  } catch (error) {
    reader?.close();
    throw error;
  } finally {
    await first.destroy();
  }
  const writer = startWriter(path, opened);
  const atomically: Engine['atomically'] = (_db, queries) =>
    writer.write(
      queries.map((query) => ({
        ...{ sql: query.sql, parameters: query.parameters },
        ...(isRequired(query) && { isRequired: true }),
      })),
    );
  const answer = async (on: FileWork) => (await writer.work(on))[0]?.rows[0];
  const work = async (on: FileWork) => ((await answer(on)) as { done: boolean }).done;
  const files: DatabaseFiles = {
    hasRemains: () => work('has-remains'),
    emptyLog: () => work('empty-log'),
    rewrite: async () => void (await work('rewrite')),
    lost: async () => ((await answer('loss')) as LostDatabase | null) ?? undefined,
  };
  return new Database(new ThreadedDialect(reader, writer), { ...sqliteEngine, atomically, files });
}

/** A disk without that much space keeps no site closed: it is tried again at the next start, and at night. */
function tryRewriting(database: DatabaseSync): void {
  try {
    rewrite(database);
  } catch {}
}
