import { statSync } from 'node:fs';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '#server/config/config.ts';
import { lastBackupFile } from '#server/config/data-dir.ts';
import type { Database } from '#server/store/database.ts';
import { offsiteNotes } from '#server/store/offsite.ts';
import { readableTime } from '../leads/print.ts';
import { blocks, type Finding, mend } from './finding.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The timer makes one every night. */
const MOST_MS = 2 * DAY_MS;

/** Whether the last backup that was made here is recent; a PostgreSQL may be backed up by somebody else's hand. */
export async function checkBackups(
  db: Database,
  { dataDir, databaseUrl }: Config,
  now: Instant,
): Promise<Finding[]> {
  const madeAt = statSync(lastBackupFile(dataDir), { throwIfNoEntry: false })?.mtimeMs;
  if (madeAt !== undefined) {
    if (now - madeAt > MOST_MS) return [tooOld(`La dernière sauvegarde date du ${readableTime(madeAt)}`)];
    return (await offsiteNotes(db)).size > 0 ? [] : [ON_THIS_MACHINE];
  }
  if (databaseUrl !== undefined) return [];
  const old = await db
    .selectFrom('leads')
    .select('id')
    .where('created_at', '<', now - MOST_MS)
    .limit(1)
    .execute();
  return old.length === 0 ? [] : [tooOld('Aucune sauvegarde n’a été faite ici')];
}

const ON_THIS_MACHINE = mend(
  'Aucune sauvegarde ne quitte cette machine : si elle brûle, les contacts non livrés et les rendez-vous brûlent avec elle. ' +
    'La base est intacte. Suivez « Hors de la machine » dans docs/runbook.md.',
);

function tooOld(what: string): Finding {
  return blocks(
    `${what} : une panne de disque perdrait les contacts reçus depuis. La base est intacte. ` +
      'Lancez ./oui backup <dossier> sur un autre disque, et vérifiez la tâche de chaque nuit (systemctl status oui-48-backup.timer).',
  );
}
