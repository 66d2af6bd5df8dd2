import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../config/start-refused.ts';
import { makePrivate } from '../../system/private-files.ts';
import { markNew } from './remains.ts';

const MEMORY = ':memory:';

/** How long a statement waits for another process (the operator's commands). */
const BUSY_TIMEOUT_MS = 2_000;

/**
 * Opens a database file for writing, making its folder where there is none.
 * Throws StartRefused when it cannot be opened, or when it would not keep what it acknowledges.
 * @param path of the file, or ':memory:'
 */
export function openDurably(path: string): DatabaseSync {
  let database: DatabaseSync | undefined;
  try {
    if (path !== MEMORY) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      makePrivate(path);
    }
    database = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
    // Before the pragmas: a new file is recognised by having no page, and switching to write-ahead logging writes one.
    markNew(database);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    verifyPragmas(database, path);
    return database;
  } catch (error) {
    database?.close();
    if (error instanceof StartRefused) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartRefused(
      `La base de données ${path} ne s’ouvre pas (${reason}). Rien n’y a été modifié. ` +
        'Vérifiez DATA_DIR : le dossier doit exister ou pouvoir être créé, être accessible en écriture et avoir de la place.',
    );
  }
}

/** SQLite answers a pragma it cannot honour with silence: only reading it back tells (https://www.sqlite.org/pragma.html). */
function verifyPragmas(database: DatabaseSync, path: string): void {
  const wanted = {
    journal_mode: path === MEMORY ? 'memory' : 'wal',
    synchronous: 2,
    foreign_keys: 1,
    secure_delete: 1,
    busy_timeout: BUSY_TIMEOUT_MS,
  };
  for (const [pragma, value] of Object.entries(wanted)) {
    const row = database.prepare(`PRAGMA ${pragma}`).get() ?? {};
    const found = Object.values(row)[0];
    if (found === value) continue;
    throw new StartRefused(
      `La base de données ${path} refuse le réglage ${pragma}=${value} (elle répond ${found}) : un contact confirmé ` +
        'pourrait être perdu, ou un contact effacé rester lisible. Rien n’y a été modifié. Placez DATA_DIR sur un disque local (pas un partage réseau), puis relancez.',
    );
  }
}
