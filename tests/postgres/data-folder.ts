import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PACKAGE } from './binaries.ts';

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
export function initialise({ path, binaries, user, cwd }: DataFolder): void {
  const options = ['-U', 'postgres', '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C'];
  execFileSync(join(binaries, 'initdb'), ['-D', path, ...options], { ...user, cwd, stdio: 'pipe' });
}

/**
 * The same for npm's PostgreSQL by a copy: one `initdb` of each version is kept, since it takes fifteen times as long as
 * copying what it has made.
 */
export function initialiseByCopy(folder: DataFolder): void {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const { version } = JSON.parse(readFileSync(join(entry, '../../package.json'), 'utf8'));
  const kept = join(cache, `${version}-${folder.user.uid ?? 'self'}`);
  if (existsSync(kept)) {
    copy(kept, folder.path);
    return;
  }
  initialise(folder);
  mkdirSync(cache, { recursive: true });
  const unfinished = `${kept}.${process.pid}`;
  mkdirSync(unfinished, { mode: 0o700 });
  copy(folder.path, unfinished);
  try {
    renameSync(unfinished, kept);
  } catch {
    // Another process was faster.
    rmSync(unfinished, { recursive: true });
  }
}

/** With owners and rights: PostgreSQL refuses a folder that is not its user's alone. */
function copy(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}
