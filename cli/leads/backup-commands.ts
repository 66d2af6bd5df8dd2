import { spawnSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Instant } from '#domain/instant.ts';
import { type Config, lastBackupFile } from '#server/config/config.ts';
import type { Secret } from '#server/config/secrets.ts';
import { erasureListFile } from '#server/leads/erasure/list.ts';
import { type Redone, redoErasures } from '#server/leads/erasure/redo.ts';
import { markRestored, SEARCH_FOR_MS } from '#server/outbox/after-restore.ts';
import { synchronise } from '#server/store/sqlite/lost-files.ts';
import type { Command } from './command.ts';
import { CommandFailed, UsageError } from './command-errors.ts';
import { countOf, readableDay } from './print.ts';
import { wouldGitKeep } from './would-git-keep.ts';

/**
 * Readable by the operator only: a backup holds names, addresses and the keys of the links in mails. Without the keys, no
 * link that was sent would work after a restore, and what is repeated then would not be recognised.
 */
const PRIVATE = 0o600;

export const backupCommand: Command = {
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
    const holds = leads === undefined ? 'base PostgreSQL' : countOf(leads, 'contact');
    const lines = [
      `Sauvegarde faite et relue\u202f: ${holds} dans ${target}, lisible par vous seul. Ce fichier contient des données personnelles et les clés qui signent les liens des e-mails.`,
    ];
    if (removed.length > 0)
      lines.push(
        `${countOf(removed.length, 'ancienne sauvegarde supprimée', 'anciennes sauvegardes supprimées')}.`,
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

/** https://www.sqlite.org/rescode.html#full */
const SQLITE_FULL = 13;
/** How long to wait for a server that has locked the file, as it does at its start. */
const BUSY_TIMEOUT_MS = 10_000;

/**
 * Copies a consistent snapshot of an embedded database while a server goes on writing; erased data is not in the copy.
 * Throws CommandFailed when there is no database, no room for the copy, or when that fails its integrity check.
 * @param target an empty file
 * @returns how many leads the copy holds
 * @see https://www.sqlite.org/lang_vacuum.html#vacuuminto
 */
export function copyEmbedded(dataDir: string, target: string): number {
  const file = join(dataDir, 'leads.sqlite');
  if (!existsSync(file))
    throw new CommandFailed(
      `Il n’y a pas de base de données dans ${dataDir}. Rien n’a été écrit. Vérifiez DATA_DIR.`,
    );
  try {
    using(file, (db) => db.prepare('vacuum into ?').run(target));
  } catch (error) {
    // SQLite does not say which file: the database itself is only read.
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_FULL) throw noRoom(target);
    throw error;
  }
  return using(target, (copy) => {
    const found = String(Object.values(copy.prepare('pragma integrity_check').get() ?? {})[0]);
    if (found !== 'ok')
      throw new CommandFailed(
        `La copie ne se relit pas (${found.slice(0, 200)})\u202f; elle a été supprimée, les sauvegardes d’avant sont là. ` +
          'Vérifiez le disque, puis relancez.',
      );
    return Number(copy.prepare('select count(*) as leads from leads').get()?.leads);
  });
}

function using<T>(file: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/**
 * Runs pg_dump, which writes a consistent snapshot in the format that pg_restore reads. Throws CommandFailed when the
 * program is missing or fails, or there is no room for the dump; the password is in no message and on no command line,
 * where other users could read it.
 * @param target a file
 * @see https://www.postgresql.org/docs/current/app-pgdump.html
 */
export function dumpPostgres(url: Secret, target: string): void {
  const { bare, password } = withoutPassword(url.reveal());
  // Its messages are read, and repeated: in one language.
  const env = { ...process.env, LC_ALL: 'C', ...(password !== undefined && { PGPASSWORD: password }) };
  pg(
    'pg_dump',
    ['--format=custom', '--no-owner', '--no-privileges', `--file=${target}`, `--dbname=${bare}`],
    { env, target },
  );
  // Verifies the dump: one that cannot be listed cannot be restored.
  pg('pg_restore', ['--list', target], { env, target });
}

function pg(
  program: string,
  args: readonly string[],
  { env, target }: { readonly env: NodeJS.ProcessEnv; readonly target: string },
): void {
  const { status, error, stderr } = spawnSync(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  if (error !== undefined)
    throw new CommandFailed(
      `${program} est introuvable. La base est intacte, aucune sauvegarde n’a été faite. ` +
        'Installez-le (Debian\u202f: apt install postgresql-client), dans la version de la base au moins, puis relancez.',
    );
  if (status === 0) return;
  const reason = stderr.toString().trim().replace(/\s+/g, ' ').slice(0, 400);
  if (reason.includes('No space left on device')) throw noRoom(target);
  throw new CommandFailed(
    `${program} a échoué (${reason}). La base est intacte, la sauvegarde incomplète a été supprimée. ` +
      'Vérifiez que la base répond et que ce programme n’est pas plus ancien qu’elle, puis relancez.',
  );
}

function withoutPassword(text: string): { bare: string; password?: string } {
  const url = new URL(text);
  const password = decodeURIComponent(url.password);
  url.password = '';
  return { bare: url.href, ...(password !== '' && { password }) };
}

/** Exactly the names of `backupName`, so that pruning never deletes another file. */
const BACKUP_NAME = /^leads-\d{8}T\d{6}Z\.(sqlite|dump)$/;

/** `leads-20261121T032000Z.sqlite`: in the order of their names, backups are in the order of their age. */
function backupName(nowMs: number, extension: 'sqlite' | 'dump'): string {
  const instant = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, '');
  return `leads-${instant}.${extension}`;
}

/**
 * The path of a new backup: the given file, or a file named after the time in the given folder. Throws CommandFailed
 * when the file exists, the folder does not, or a git repository would track the file.
 */
function backupTarget(given: string, nowMs: number, extension: 'sqlite' | 'dump'): string {
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
function noRoom(target: string): CommandFailed {
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
function pruneBackups(folder: string, keep: number): string[] {
  const backups = readdirSync(folder).filter((name) => BACKUP_NAME.test(name));
  const tooOld = backups.toSorted().slice(0, Math.max(0, backups.length - keep));
  for (const name of tooOld) rmSync(join(folder, name));
  return tooOld;
}

interface Backup {
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
function noteBackup(dataDir: string, target: string): void {
  try {
    writeFileSync(lastBackupFile(dataDir), `${target}\n`, { mode: 0o600 });
  } catch {}
}

export const afterRestoreCommand: Command = {
  usage: 'after-restore',
  summary:
    'après le retour à une sauvegarde, avant de redémarrer\u202f: chercher dans Airtable avant d’y créer, et refaire les effacements que la copie ignore',
  references: 'none',
  async run({ config, store, now }) {
    const marked = await markRestored(store.db, now());
    const erased = await redoErasures(store.db, config.dataDir, now());
    await store.scrub();
    const until = new Date(now() + SEARCH_FOR_MS).toISOString();
    const lines = [
      `${searched(marked)}\u202f; ce que la sauvegarde sait livré le reste.`,
      `Jusqu’au ${readableDay(until.slice(0, 10))}, chaque nouveau contact est cherché aussi\u202f: un navigateur peut renvoyer ce que la sauvegarde ignore.`,
      redone(erased, erasureListFile(config.dataDir)),
      'Démarrez le site maintenant. Relancer cette commande ne fait rien de mal.',
    ];
    return { json: { marked, lookUntil: until, erasedAgain: erased }, lines };
  },
};

function redone({ leads, bookings }: Redone, list: string): string {
  if (leads + bookings === 0) return `Aucune personne effacée depuis n’y était (d’après ${list}).`;
  return `${countOf(leads, 'contact')} et ${countOf(bookings, 'rendez-vous', 'rendez-vous')} avaient été effacés depuis\u202f: ils le sont de nouveau.`;
}

function searched(marked: number): string {
  if (marked === 0) return 'Aucun contact ne reste à livrer';
  const [who, created] =
    marked === 1
      ? ['contact non livré sera cherché', 'créé']
      : ['contacts non livrés seront cherchés', 'créés'];
  return `${countOf(marked, who, who)} dans Airtable avant d’y être ${created}`;
}
