import { chmodSync, chownSync, closeSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const PRIVATE_FILE = 0o600;
/** What others than the owner may do, by the bits of a mode. */
const OTHERS = 0o077;

/** What SQLite puts beside a database, and the lock. */
const BESIDE = ['', '-wal', '-shm', '-journal', '.lock'];

/**
 * Makes a database file readable by its owner alone, before SQLite opens it: what it puts beside the file later gets
 * the same mode. A file of an earlier version is put right; one of another owner stays as it is. One that is there is not
 * opened: closing it would take away the locks that SQLite has on it in this process, and another process that closes the
 * database last, as it then believes, removes its log (https://www.sqlite.org/howtocorrupt.html, "Posix advisory locks").
 * Throws when it cannot be created.
 */
export function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'ax', PRIVATE_FILE));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const suffix of BESIDE) tighten(`${path}${suffix}`);
}

/**
 * What of a folder and its files others than its owner can read.
 * @returns paths; none where the system has no such modes
 */
export function readableByOthers(folder: string): string[] {
  const files = readdirSync(folder).map((name) => join(folder, name));
  return [folder, ...files].filter((path) => isOpen(path));
}

/** Whether a file or folder allows any of `bits` of a mode; never where the system has no such modes. */
export function isOpen(path: string, bits: number = OTHERS): boolean {
  if (process.platform === 'win32') return false;
  const { mode = 0 } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return (mode & bits) !== 0;
}

/** Gives a file in a folder to the folder's owner where root has written it, so that the server can write it too. */
export function giveToOwnerOf(folder: string, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(folder);
  chownSync(path, uid, gid);
}

function tighten(path: string): void {
  if (!isOpen(path)) return;
  try {
    chmodSync(path, PRIVATE_FILE);
  } catch {
    // Not ours to change: the start and the doctor say so.
  }
}
