import { mkdtempSync, rmdirSync, statfsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { exposedWarning } from '#server/config/data-dir.ts';
import { blocks, type Finding, mend } from './finding.ts';

/** Of the room that is left to programs; below it a disk counts as full. */
const LEAST_FREE = 0.02;
/** Bytes. */
const LEAST_BYTES = 100 * 2 ** 20;

/** The room on a disk, in bytes. */
export interface Room {
  readonly free: number;
  readonly total: number;
}

/** Whether the folder of the embedded database is there, has room, can be written, and is private. */
export function checkDataDir(dataDir: string, roomOf: (path: string) => Room = roomOn): Finding[] {
  const path = resolve(dataDir);
  if (statSync(path, { throwIfNoEntry: false }) === undefined)
    return [
      blocks(
        `DATA_DIR=${dataDir} n’existe pas : soit le site n’a jamais démarré ici, soit ce chemin est faux et un démarrage commencerait une base vide. Rien n’a été créé. ` +
          'Vérifiez DATA_DIR dans .env et que le disque est monté ; au premier démarrage, le site crée ce dossier.',
      ),
    ];
  const { free, total } = roomOf(path);
  if (free < LEAST_BYTES || free < LEAST_FREE * total)
    return [
      blocks(
        `Le disque de DATA_DIR=${dataDir} est plein à ${Math.floor(100 * (1 - free / total))} % (${Math.floor(free / 2 ** 20)} Mo libres) : bientôt aucun contact n’y sera confirmé. Ce qui y est enregistré est intact. ` +
          'Faites de la place (anciennes sauvegardes, journaux\u202f: journalctl --vacuum-size=200M), ou agrandissez le disque.',
      ),
    ];
  const reason = whyNotWritable(path);
  if (reason !== undefined)
    return [
      blocks(
        `DATA_DIR=${dataDir} ne peut pas être écrit (${reason}) : aucun contact n’y serait confirmé. Ce qui y est enregistré est intact. ` +
          'Donnez le dossier au compte qui fait tourner le site (chown), ou un autre DATA_DIR.',
      ),
    ];
  const exposed = exposedWarning(dataDir);
  return exposed === undefined ? [] : [mend(exposed)];
}

function roomOn(path: string): Room {
  const { bavail, bfree, blocks: all, bsize } = statfsSync(path);
  // As df counts: what only root may use is neither free nor used.
  return { free: bavail * bsize, total: (all - bfree + bavail) * bsize };
}

/** Tries to write, as modes alone do not tell: root ignores them, and a disk may be mounted read-only. */
function whyNotWritable(path: string): string | undefined {
  try {
    rmdirSync(mkdtempSync(`${path}/.doctor-`));
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}
