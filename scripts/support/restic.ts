import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { aptUnpack, UNPACKED } from './apt.ts';
import { onPath } from './on-path.ts';

/** Path of a restic that runs: the system's, or the one that was unpacked. */
export function findRestic(): string | undefined {
  const candidates = [onPath('restic'), join(UNPACKED, 'usr/bin/restic')];
  return candidates.find(
    (path) => path !== undefined && spawnSync(path, ['version'], { stdio: 'ignore' }).status === 0,
  );
}

/** Fetches Debian's restic where there is none, without installing it, and says when it could not be had. */
export function ensureRestic(): { engine: string; why: string }[] {
  if (findRestic() !== undefined) return [];
  console.error('restic est introuvable : téléchargement…');
  const why = aptUnpack(['restic'], UNPACKED);
  return findRestic() === undefined ? [{ engine: 'restic', why: why ?? 'il ne démarre pas' }] : [];
}
