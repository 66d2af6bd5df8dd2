import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '#server/config/config.ts';
import { erasureListFile } from '#server/leads/erasure/list.ts';
import type { Database } from '#server/store/database.ts';
import { forgetOffsite, NEVER, noteOffsite, offsiteNotes } from '#server/store/offsite.ts';
import { CommandFailed, UsageError } from '../common/errors.ts';
import { isFolder, newestBackup } from './backup/target.ts';
import type { Answer, Command } from './command.ts';
import { missingLeads } from './offsite/missing-leads.ts';
import { leadsIn } from './offsite/read-copy.ts';
import { prune, restoreNewest, upload } from './offsite/restic.ts';
import { openAsItIs } from './open.ts';
import { readableTime } from './print/when.ts';
import { counted } from './print/words.ts';

const HOUR_MS = 60 * 60_000;
/** A backup that is older was copied before: the one of this night is missing. */
const MOST_MS = 24 * HOUR_MS;
/** What was accepted later may not be in the copy yet: its name, and a lead, go by clocks that differ. */
const SURELY_IN_MS = HOUR_MS;

/**
 * The files that a new machine needs besides the database and that git does not have. With the list of erasures, people who
 * were erased after a backup are erased again when that backup is restored.
 */
const beside = (dataDir: string) =>
  ['.env', 'facts', erasureListFile(dataDir)].filter((path) => existsSync(path));

export const offsite: Command = {
  usage: 'offsite <dossier des sauvegardes> | --rehearse | --off',
  summary:
    'envoie la dernière sauvegarde hors de la machine, chiffrée, par restic\u202f; --rehearse la restaure dans un dossier vide et compte ses contacts\u202f; --off\u202f: n’en plus attendre',
  options: { rehearse: { type: 'boolean' }, off: { type: 'boolean' } },
  opens: 'nothing',
  check({ values, references }) {
    if (references.length + Number(values.rehearse === true) + Number(values.off === true) !== 1)
      throw new UsageError('offsite attend un dossier de sauvegardes, ou --rehearse, ou --off.');
  },
  async run({ config, values, references: [folder = ''], now }) {
    const db = await openAsItIs(config);
    try {
      if (values.off === true) return await stop(db);
      return values.rehearse === true ? await rehearse(db, now()) : await copy(db, config, folder, now());
    } finally {
      await db.destroy();
    }
  },
};

async function copy(db: Database, { dataDir }: Config, folder: string, now: Instant): Promise<Answer> {
  const backup = isFolder(folder) ? newestBackup(folder) : undefined;
  if (backup === undefined || now - backup.madeAt > MOST_MS)
    throw new CommandFailed(
      `${backup === undefined ? `Il n’y a pas de sauvegarde dans ${folder}` : `La dernière sauvegarde date du ${readableTime(backup.madeAt)}`}. ` +
        'La base est intacte, rien n’a été envoyé. Lancez systemctl start oui-48-backup, dont le journal dit ce qui bloque, puis relancez.',
    );
  const json = { file: backup.file, madeAt: new Date(backup.madeAt).toISOString() };
  // The timer asks several times a day, so that a network that is down at night delays a copy by hours.
  if ((await offsiteNotes(db)).get('offsite-copied') === backup.madeAt)
    return {
      json,
      lines: [`La sauvegarde du ${readableTime(backup.madeAt)} y est déjà\u202f: rien à faire.`],
    };
  const files = [backup.file, ...beside(dataDir)];
  upload(files.map((path) => resolve(path)));
  await noteOffsite(db, 'offsite-copied', backup.madeAt);
  prune();
  const names = files.map((path) => basename(path));
  const line = `La sauvegarde du ${readableTime(backup.madeAt)} est hors de la machine, chiffrée\u202f: ${names.join(', ')}.`;
  return { json, lines: [line] };
}

async function rehearse(db: Database, now: Instant): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'oui-48-rehearsal-'));
  try {
    restoreNewest(folder);
    const backup = newestBackup(folder);
    if (backup === undefined)
      throw new CommandFailed(
        'La copie restaurée ne contient aucune sauvegarde. La base est intacte. Lancez systemctl start oui-48-offsite, puis relancez.',
      );
    const copied = await leadsIn(backup.file);
    const missing = await missingLeads(db, copied, backup.madeAt - SURELY_IN_MS);
    if (missing > 0)
      throw new CommandFailed(
        `${counted(missing, 'contact reçu', 'contacts reçus')} plus d’une heure avant la copie du ${readableTime(backup.madeAt)} n’y ${missing > 1 ? 'sont' : 'est'} pas. La base est intacte et les a. ` +
          'Lancez systemctl start oui-48-backup oui-48-offsite oui-48-rehearsal\u202f; si cela revient, le dossier copié n’est pas celui de cette base.',
      );
    await noteOffsite(db, 'offsite-rehearsed', now);
    const line = `Restauré dans un dossier vide, ouvert et compté\u202f: la copie du ${readableTime(backup.madeAt)} contient ${counted(copied.size, 'contact')}, dont tous ceux que la base avait alors.`;
    return { json: { madeAt: new Date(backup.madeAt).toISOString(), leads: copied.size }, lines: [line] };
  } catch (error) {
    await noteOffsite(db, 'offsite-rehearsed', NEVER);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stop(db: Database): Promise<Answer> {
  await forgetOffsite(db);
  const line =
    'Plus aucune copie hors de la machine n’est attendue, et l’alerte cesse. Arrêtez aussi les minuteries\u202f: systemctl disable --now oui-48-offsite.timer oui-48-rehearsal.timer.';
  return { json: { expected: false }, lines: [line] };
}
