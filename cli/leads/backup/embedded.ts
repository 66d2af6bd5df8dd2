import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailed } from '../../common/errors.ts';
import { noRoom } from './target.ts';

/** https://www.sqlite.org/rescode.html#full */
const SQLITE_FULL = 13;
/** How long to wait for a server that has locked the file, as it does at its start. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a consistent snapshot of an embedded database while a server goes on writing; erased data is not in the copy.
 * Throws CommandFailed when there is no database, no room for the copy, or when that fails its integrity check.
 * @param target an empty file
 * @returns how many leads the copy holds
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export function copyEmbedded(dataDir: string, target: string): number {
  const file = join(dataDir, 'leads.sqlite');
  if (!existsSync(file))
    throw new CommandFailed(
      `Il n’y a pas de base de données dans ${dataDir}. Rien n’a été écrit. Vérifiez DATA_DIR.`,
    );
  try {
    using(file, (db) => db.prepare('vacuum into ?').run(target));
  } catch (error) {
    // SQLite does not say which file: the database itself is only read.
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL) throw noRoom(target);
    throw error;
  }
  return using(target, (copy) => {
    const found = String(Object.values(copy.prepare('pragma integrity_check').get() ?? {})[0]);
    if (found !== 'ok')
      throw new CommandFailed(
        `La copie ne se relit pas (${found.slice(0, 200)})\u202f; elle a été supprimée, les sauvegardes d’avant sont là. ` +
          'Vérifiez le disque, puis relancez.',
      );
    return Number(copy.prepare('select count(*) as leads from leads').get()?.leads);
  });
}

function using<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
