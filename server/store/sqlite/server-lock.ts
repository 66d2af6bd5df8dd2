import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StartRefused } from '../../config/start-refused.ts';
import { makePrivate } from '../../system/private-files.ts';

const SQLITE_BUSY = 5;

/**
 * Locks a database file for one server; returns what unlocks it. It is a lock of the operating system on a file beside
 * the database, so it ends with the process, however that ends. Throws StartRefused when another server has it.
 */
export function lockDatabase(path: string): () => void {
  let guard: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    makePrivate(`${path}.lock`);
    guard = new DatabaseSync(`${path}.lock`, { timeout: 0 });
    guard.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    guard?.close();
    throw new StartRefused(
      isBusy(error)
        ? `La base de données ${path} est déjà utilisée par un autre serveur. Celui-ci continue, rien n’est perdu. ` +
            'Arrêtez-le, ou donnez un autre DATA_DIR (et un autre PORT), puis relancez.'
        : `Le verrou ${path}.lock ne peut pas être posé (${error instanceof Error ? error.message : error}). ` +
            'Rien n’a été modifié. Vérifiez que DATA_DIR est un dossier accessible en écriture, puis relancez.',
    );
  }
  const lock = guard;
  return () => lock.close();
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY;
}
