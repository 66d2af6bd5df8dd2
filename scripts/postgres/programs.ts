import { globSync } from 'node:fs';
import { aptInstall } from '../support/apt.ts';
import { isExecutable } from '../support/on-path.ts';

/**
 * Folder of the system's own PostgreSQL, server and pg_dump of one version: what npm brings for the tests has no
 * pg_dump, and an older one refuses a newer server.
 */
export function findPostgres(): string | undefined {
  const folders = globSync('/usr/lib/postgresql/*/bin').toSorted();
  return folders.findLast((folder) =>
    ['postgres', 'initdb', 'pg_dump', 'pg_restore'].every((program) => isExecutable(`${folder}/${program}`)),
  );
}

/** Installs Debian's PostgreSQL where there is none, and says when it could not be had. */
export function ensurePostgres(): { engine: string; why: string }[] {
  if (findPostgres() !== undefined) return [];
  console.error('PostgreSQL et son pg_dump sont introuvables : installation…');
  const why = aptInstall(['postgresql']);
  return findPostgres() === undefined ? [{ engine: 'pg_dump', why: why ?? 'il n’est pas complet' }] : [];
}
