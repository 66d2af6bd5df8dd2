import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { run } from '../support/machine.ts';
import { PACKAGE } from './binaries.ts';

const execute = promisify(execFile);

export interface DataFolder {
  /** Empty, and owned by `user`. */
  readonly path: string;
  /** Folder of `initdb`. */
  readonly binaries: string;
  readonly user: { readonly uid?: number; readonly gid?: number };
  /** A folder that `user` may stand in. */
  readonly cwd: string;
}

const cache = join(import.meta.dirname, '../../.cache/postgres');

/**
 * Makes a new database cluster by running `initdb`: no password is asked of anybody, the encoding is UTF-8, and text
 * sorts by its bytes (locale C).
 */
export async function initialise({ path, binaries, user, cwd }: DataFolder): Promise<void> {
  const options = ['-U', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
  await execute(join(binaries, 'initdb'), ['-D', path, ...options], { ...user, cwd });
}

/**
 * Copies a cluster that `initdb` has made before, which takes a fifteenth of the time. Only for the PostgreSQL that npm
 * brings: the first call for its version runs `initdb` and keeps the result in `.cache/postgres`.
 */
export async function initialiseByCopy(folder: DataFolder): Promise<void> {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  const kept = join(cache, `${version}-${folder.user.uid ?? 'self'}`);
  if (existsSync(kept)) return copy(kept, folder.path);
  await initialise(folder);
  mkdirSync(cache, { recursive: true });
  const unfinished = mkdtempSync(`${kept}.`);
  await copy(folder.path, unfinished);
  try {
    renameSync(unfinished, kept);
  } catch {
    // Another process was faster.
    rmSync(unfinished, { recursive: true });
  }
}

/** With owners and rights: PostgreSQL refuses a folder that is not its user's alone. */
function copy(from: string, to: string): Promise<void> {
  return run('cp', '-a', `${from}/.`, to);
}
