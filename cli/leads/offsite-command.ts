import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { backupRetention } from '#content/backup-retention.ts';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '#server/config/config.ts';
import { erasureListFile } from '#server/leads/erasure/list.ts';
import type { Database } from '#server/store/database.ts';
import { forgetOffsite, NEVER, noteOffsite, offsiteNotes } from '#server/store/offsite.ts';
import { isFolder, newestBackup } from './backup-commands.ts';
import type { Command, CommandAnswer } from './command.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import { openAsItIs } from './operator-store.ts';
import { countOf, readableTime } from './print.ts';

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

export const offsiteCommand: Command = {
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

async function copy(db: Database, { dataDir }: Config, folder: string, now: Instant): Promise<CommandAnswer> {
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

async function rehearse(db: Database, now: Instant): Promise<CommandAnswer> {
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
        `${countOf(missing, 'contact reçu', 'contacts reçus')} plus d’une heure avant la copie du ${readableTime(backup.madeAt)} n’y ${missing > 1 ? 'sont' : 'est'} pas. La base est intacte et les a. ` +
          'Lancez systemctl start oui-48-backup oui-48-offsite oui-48-rehearsal\u202f; si cela revient, le dossier copié n’est pas celui de cette base.',
      );
    await noteOffsite(db, 'offsite-rehearsed', now);
    const line = `Restauré dans un dossier vide, ouvert et compté\u202f: la copie du ${readableTime(backup.madeAt)} contient ${countOf(copied.size, 'contact')}, dont tous ceux que la base avait alors.`;
    return { json: { madeAt: new Date(backup.madeAt).toISOString(), leads: copied.size }, lines: [line] };
  } catch (error) {
    await noteOffsite(db, 'offsite-rehearsed', NEVER);
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function stop(db: Database): Promise<CommandAnswer> {
  await forgetOffsite(db);
  const line =
    'Plus aucune copie hors de la machine n’est attendue, et l’alerte cesse. Arrêtez aussi les minuteries\u202f: systemctl disable --now oui-48-offsite.timer oui-48-rehearsal.timer.';
  return { json: { expected: false }, lines: [line] };
}

/** Our snapshots among others in a repository. The host is no part of it: a new machine goes on where the old one was. */
const OURS = ['--tag', 'oui-48'];
const { days, weeks } = backupRetention.offsite;

/** Uploads files as one snapshot. Throws CommandFailed unless all of them are in it. */
function upload(files: readonly string[]): void {
  // A copy that was killed leaves its lock; only locks whose owner is gone are removed.
  restic(['unlock'], 'Rien n’a été envoyé.');
  restic(['backup', ...OURS, ...files], 'La copie d’avant, s’il y en a une, est intacte.');
}

/** Deletes the snapshots that are no longer kept, and what only they held. */
function prune(): void {
  const keep = ['--keep-within-daily', `${days}d`, '--keep-within-weekly', `${weeks * 7}d`];
  const consequence = 'La copie de cette nuit est faite\u202f; les plus anciennes n’ont pas été supprimées.';
  restic(['forget', ...OURS, '--group-by', '', ...keep, '--prune'], consequence);
}

/** Restores the newest snapshot into an empty folder, under the paths that the files had. */
function restoreNewest(folder: string): void {
  restic(['restore', 'latest', ...OURS, '--target', folder], 'La copie n’a pas été modifiée.');
}

/**
 * Where the repository is and how it is opened comes from the environment (RESTIC_REPOSITORY, RESTIC_PASSWORD …), as
 * /etc/oui-48-offsite.env has it: the server never gets it, so that whoever takes it over cannot delete the copies.
 */
function restic(args: readonly string[], safe: string): void {
  const { status, signal, error, stderr } = spawnSync('restic', ['--quiet', ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (error !== undefined)
    throw new CommandFailed(
      `restic est introuvable. La base est intacte. ${safe} Installez-le (Debian\u202f: apt-get install restic), puis relancez.`,
    );
  if (status === 0) return;
  const reason = stderr.toString().trim().replace(/\s+/g, ' ').slice(-400);
  throw new CommandFailed(
    `restic ${args[0]} a échoué (${reason || (signal ?? `code ${status}`)}). La base est intacte. ${safe} ` +
      'Vérifiez /etc/oui-48-offsite.env, la place et le réseau, puis relancez\u202f: systemctl start oui-48-offsite.',
  );
}

/** The ids of all leads in a backup that was restored, read to its end. Throws CommandFailed when it cannot be. */
function leadsIn(file: string): Promise<ReadonlySet<string>> {
  return file.endsWith('.sqlite') ? inEmbedded(file) : inDump(file);
}

async function inEmbedded(file: string): Promise<ReadonlySet<string>> {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    const found = String(Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]);
    if (found !== 'ok') throw unreadable(found.slice(0, 200));
    const ids = new Set<string>();
    for (const { id } of db.prepare('select id from leads').iterate()) ids.add(String(id));
    return ids;
  } catch (error) {
    throw error instanceof CommandFailed ? error : unreadable(String(error));
  } finally {
    db.close();
  }
}

/** A dump is read whole as a restore would, but into no server: its leads are the lines of one COPY. */
async function inDump(file: string): Promise<ReadonlySet<string>> {
  const { status, error, stderr } = spawnSync('pg_restore', ['--file=/dev/null', file]);
  if (status !== 0) throw unreadable(error?.message ?? stderr.toString().trim().slice(0, 200));
  const child = spawn('pg_restore', ['--data-only', '--table=leads', '--file=-', file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  const ids = new Set<string>();
  let column = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    const [, columns] = /^COPY \S*leads \((.+)\) FROM stdin;$/.exec(line) ?? [];
    if (columns !== undefined) column = columns.split(', ').indexOf('id');
    else if (line === '\\.') column = -1;
    else if (column >= 0) ids.add(line.split('\t')[column] ?? '');
  }
  await ended;
  return ids;
}

function unreadable(why: string): CommandFailed {
  return new CommandFailed(
    `La copie restaurée ne se lit pas (${why.replace(/\s+/g, ' ')}). La base est intacte, et les sauvegardes locales aussi. ` +
      'Lancez systemctl start oui-48-backup oui-48-offsite oui-48-rehearsal\u202f; si cela revient, restic check dit ce qui est abîmé.',
  );
}

/** In one statement: a server that writes waits for none of them. */
const PAGE = 5_000;

/** How many leads that the database accepted before an instant a copy lacks. */
async function missingLeads(db: Database, copy: ReadonlySet<string>, beforeMs: Instant): Promise<number> {
  let missing = 0;
  let last: { readonly id: string; readonly created_at: number } | undefined;
  do {
    const page = await db
      .selectFrom('leads')
      .select(['id', 'created_at'])
      .where('created_at', '<', beforeMs)
      .$if(last !== undefined, (query) =>
        query.where(sql<boolean>`(created_at, id) > (${last?.created_at}, ${last?.id})`),
      )
      .orderBy('created_at')
      .orderBy('id')
      .limit(PAGE)
      .execute();
    missing += page.filter(({ id }) => !copy.has(id)).length;
    last = page.length < PAGE ? undefined : page.at(-1);
  } while (last !== undefined);
  return missing;
}
