import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Instant } from '#domain/instant.ts';
import { lastBackupFile } from '#server/config/data-dir.ts';
import { CommandFailed } from '../../common/errors.ts';
import { wouldGitKeep } from '../../common/would-git-keep.ts';

/** Exactly the names of `backupName`, so that pruning never deletes another file. */
const BACKUP_NAME = /^leads-\d{8}T\d{6}Z\.(sqlite|dump)$/;

/** `leads-20261121T032000Z.sqlite`: in the order of their names, backups are in the order of their age. */
export function backupName(nowMs: number, extension: 'sqlite' | 'dump'): string {
  const instant = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `leads-${instant}.${extension}`;
}

/**
 * The path of a new backup: the given file, or a file named after the time in the given folder. Throws CommandFailed
 * when the file exists, the folder does not, or a git repository would track the file.
 */
export function backupTarget(given: string, nowMs: number, extension: 'sqlite' | 'dump'): string {
  const path = resolve(given);
  const target = isFolder(path) ? join(path, backupName(nowMs, extension)) : path;
  if (!isFolder(dirname(target)))
    throw new CommandFailed(
      `Le dossier ${dirname(target)} n’existe pas. Rien n’a été écrit. Créez-le (mkdir -m 700), puis relancez.`,
    );
  if (existsSync(target))
    throw new CommandFailed(
      `${target} existe déjà. Rien n’a été écrit ni remplacé. Donnez un autre nom, ou le dossier seul\u202f: le fichier y est nommé d’après l’heure.`,
    );
  if (wouldGitKeep(target))
    throw new CommandFailed(
      `${target} est dans un dépôt git qui ne l’ignore pas\u202f: une sauvegarde contient des noms et des adresses, et finirait dans son historique. ` +
        'Rien n’a été écrit. Donnez un chemin hors du dépôt, par exemple /var/lib/oui-48-backups.',
    );
  return target;
}

/** The disk of the target is full, which need not be that of the database. */
export function noRoom(target: string): CommandFailed {
  return new CommandFailed(
    `Il n’y a plus de place pour la sauvegarde sur le disque de ${dirname(target)}. La base est intacte, la sauvegarde incomplète a été supprimée, celles d’avant sont là. ` +
      'Faites de la place sur ce disque (df -h), ou donnez un dossier sur un autre, puis relancez.',
  );
}

/**
 * Deletes the oldest backups of a folder.
 * @param keep how many of the newest stay
 * @returns the names of those deleted
 */
export function pruneBackups(folder: string, keep: number): string[] {
  const backups = readdirSync(folder).filter((name) => BACKUP_NAME.test(name));
  const tooOld = backups.toSorted().slice(0, Math.max(0, backups.length - keep));
  for (const name of tooOld) rmSync(join(folder, name));
  return tooOld;
}

export interface Backup {
  readonly file: string;
  readonly madeAt: Instant;
}

/** The newest backup in a folder or below it; undefined when there is none. */
export function newestBackup(folder: string): Backup | undefined {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const backups = names.filter((path) => BACKUP_NAME.test(basename(path)));
  const newest = backups.toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1)).at(-1);
  return newest === undefined
    ? undefined
    : { file: resolve(folder, newest), madeAt: timeIn(basename(newest)) };
}

/** When a backup was made, by its name. */
function timeIn(name: string): Instant {
  const iso = name.replace(/^leads-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z.*$/, '$1-$2-$3T$4:$5:$6Z');
  return Date.parse(iso);
}

export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Notes that a backup was made now, for `npm run doctor`. Does nothing when the folder is missing or cannot be written. */
export function noteBackup(dataDir: string, target: string): void {
  try {
    writeFileSync(lastBackupFile(dataDir), `${target}\n`, { mode: 0o600 });
  } catch {}
}
