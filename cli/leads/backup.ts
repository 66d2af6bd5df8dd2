import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Config } from '#server/config/config.ts';
import { synchronise } from '#server/store/sqlite/lost-files.ts';
import { UsageError } from '../common/errors.ts';
import { copyEmbedded } from './backup/embedded.ts';
import { dumpPostgres } from './backup/postgres.ts';
import { backupTarget, isFolder, noteBackup, pruneBackups } from './backup/target.ts';
import type { Command } from './command.ts';
import { counted } from './print/words.ts';

/**
 * Readable by the operator only: a backup holds names, addresses and the keys of the links in mails. Without the keys, no
 * link that was sent would work after a restore, and what is repeated then would not be recognised.
 */
const PRIVATE = 0o600;

export const backup: Command = {
  usage: 'backup <fichier ou dossier> [--keep nombre]',
  summary:
    'copie la base pendant que le site tourne\u202f; dans un dossier, --keep ne garde que les plus récentes',
  options: { keep: { type: 'string' } },
  path: 'references',
  opens: 'nothing',
  check({ values, references: [path, ...others] }) {
    if (path === undefined || others.length > 0)
      throw new UsageError('backup attend un fichier ou un dossier, et un seul.');
    if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(String(values.keep)))
      throw new UsageError('--keep attend un nombre de 1 à 9999. Rien n’a été fait.');
    if (values.keep !== undefined && !isFolder(path))
      throw new UsageError('--keep ne va qu’avec un dossier qui existe. Rien n’a été fait.');
  },
  async run({ config, values, references: [path = ''], now }) {
    const target = backupTarget(path, now(), config.databaseUrl === undefined ? 'sqlite' : 'dump');
    const leads = writeBackup(config, target);
    noteBackup(config.dataDir, target);
    const removed = values.keep === undefined ? [] : pruneBackups(dirname(target), Number(values.keep));
    const holds = leads === undefined ? 'base PostgreSQL' : counted(leads, 'contact');
    const lines = [
      `Sauvegarde faite et relue\u202f: ${holds} dans ${target}, lisible par vous seul. Ce fichier contient des données personnelles et les clés qui signent les liens des e-mails.`,
    ];
    if (removed.length > 0)
      lines.push(
        `${counted(removed.length, 'ancienne sauvegarde supprimée', 'anciennes sauvegardes supprimées')}.`,
      );
    const bytes = statSync(target).size;
    return { json: { file: target, bytes, ...(leads !== undefined && { leads }), removed }, lines };
  },
};

/**
 * Writes under a temporary name and renames once the file is complete and synchronised, so that every file with a
 * backup's name is whole.
 * @returns how many leads it holds; undefined where the dump program does not say
 */
function writeBackup({ databaseUrl, dataDir }: Config, target: string): number | undefined {
  const aside = `${target}.partial`;
  rmSync(aside, { force: true });
  closeSync(openSync(aside, 'wx', PRIVATE));
  try {
    const leads = databaseUrl === undefined ? copyEmbedded(dataDir, aside) : dumpPostgres(databaseUrl, aside);
    synchronise(aside);
    renameSync(aside, target);
    synchronise(dirname(target));
    return leads ?? undefined;
  } finally {
    rmSync(aside, { force: true });
  }
}
