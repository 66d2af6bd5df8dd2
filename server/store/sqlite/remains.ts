import type { DatabaseSync } from 'node:sqlite';

/**
 * What was deleted before every connection overwrote what it deletes stayed in the file, in pages that were split and in
 * free ones. `user_version`, which stands in the file's header, says that none of it is left.
 */
const CLEAN = 1;

/** Marks a file without any page as one that has never held anything. */
export function markNew(database: DatabaseSync): void {
  if (pragma(database, 'page_count') === 0) database.exec(`PRAGMA user_version = ${CLEAN}`);
}

/** Whether the file may hold what an older version deleted. */
export function hasRemains(database: DatabaseSync): boolean {
  return pragma(database, 'user_version') < CLEAN;
}

/** How many bytes the database takes. */
export function fileBytes(database: DatabaseSync): number {
  return pragma(database, 'page_count') * pragma(database, 'page_size');
}

/**
 * Writes the file anew, without the remains of what older versions deleted: about 15 s a gigabyte, in which nobody else
 * writes, and as much free space again. Throws what SQLite does; the file is then as it was.
 */
export function rewrite(database: DatabaseSync): void {
  database.exec('VACUUM');
  database.exec(`PRAGMA user_version = ${CLEAN}`);
  emptyLog(database);
}

/**
 * Empties the write-ahead log, which holds pages as they were before something was deleted.
 * @returns false when a connection that reads old pages has prevented it
 */
export function emptyLog(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
}

function pragma(database: DatabaseSync, name: 'page_count' | 'page_size' | 'user_version'): number {
  return Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
}
