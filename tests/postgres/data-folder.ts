import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PACKAGE } from './binaries.ts';

/** Waited for without holding up the tests beside it, which measure how soon a server answers. */
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

/** Fills it as `initdb` does: with a cluster that trusts everybody, in UTF-8, its texts in the order of their bytes. */
export async function initialise({ path, binaries, user, cwd }: DataFolder): Promise<void> {
  const options = ['-U', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
  await execute(join(binaries, 'initdb'), ['-D', path, ...options], { ...user, cwd });
}

/**
 * The same for npm's PostgreSQL by a copy: one `initdb` of each version is kept, since it takes fifteen times as long as
 * copying what it has made.
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
async function copy(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', `${from}/.`, to]);
}
