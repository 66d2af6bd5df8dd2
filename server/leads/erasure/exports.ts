import { randomBytes } from 'node:crypto';
import { type Dirent, existsSync, statSync } from 'node:fs';
import { appendFile, lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { sharedSecret } from '../../store/shared-secret.ts';
import { giveToOwnerOf } from '../../system/private-files.ts';

/**
 * Exports hold people as they were, so that an erasure, of whatever kind, deletes those made before it. Which are older
 * is told without a clock: every erasure changes the epoch in its own transaction (`newEpoch`), an export carries the
 * one that it began in, and any other than the present one is of before. So whoever looks next finishes what a killed
 * command has left, and an export that an erasure has overtaken is known by the same sign.
 */
export function exportFolder(dataDir: string): string {
  return join(dataDir, 'exports');
}

/** Where `--out` has written on this machine: one JSON object a line. */
function elsewhereFile(dataDir: string): string {
  return join(dataDir, 'exports-elsewhere');
}

interface Elsewhere {
  readonly path: string;
  /** Absent: noted by a version before epochs. */
  readonly epoch?: string;
}

/** The statement of an erasure after which all exports are of before. */
export function newEpoch(db: Database): CompiledQuery {
  const value = randomEpoch();
  return db
    .insertInto('secrets')
    .values({ name: 'exports', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .compile();
}

/** What an export carries that begins now. */
export async function presentEpoch(db: Database): Promise<string> {
  return (await sharedSecret(db, 'exports', randomEpoch)).reveal();
}

function randomEpoch(): string {
  return randomBytes(6).toString('hex');
}

const IN_NAME = /-([0-9a-f]{12})-[0-9a-f]{6}\.\w+$/;

/** A new path in the folder of exports, which is made where it is missing. */
export async function newExportPath(
  dataDir: string,
  { epoch, day, ending }: { readonly epoch: string; readonly day: string; readonly ending: string },
): Promise<string> {
  await readyFolder(dataDir);
  const folder = exportFolder(dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  giveToOwnerOf(dataDir, folder);
  return join(folder, `contacts-${day}-${epoch}-${randomBytes(3).toString('hex')}.${ending}`);
}

/** Notes a file that `--out` is about to write, so that erasures name it. Throws when the note cannot be written. */
export async function noteElsewhere(dataDir: string, path: string, epoch: string): Promise<void> {
  await readyFolder(dataDir);
  const file = elsewhereFile(dataDir);
  await appendFile(file, lineOf({ path: resolve(path), epoch }), { mode: 0o600 });
  giveToOwnerOf(dataDir, file);
}

export interface OldExports {
  /** Paths that are deleted now. */
  readonly deleted: readonly string[];
  /** Paths in the folder that could not be deleted, and those of `--out` elsewhere that may be there still. */
  readonly left: readonly string[];
}

/**
 * Deletes the exports in the folder that were made before the last erasure, and names those elsewhere. No file of them
 * is read. Done again it does no harm; it also finishes what a killed command has left.
 */
export async function removeOldExports(db: Database, dataDir: string): Promise<OldExports> {
  await readyFolder(dataDir);
  const noted = await elsewhere(dataDir);
  const files = await filesIn(exportFolder(dataDir));
  if (noted.length === 0 && files.length === 0) return { deleted: [], left: [] };
  // Only read, as this runs every few seconds; without an epoch nothing was erased since the database has them.
  const row = await db.selectFrom('secrets').select('value').where('name', '=', 'exports').executeTakeFirst();
  const isBefore = (its: string) => row !== undefined && its !== row.value;
  const epochs = new Map(noted.map(({ path, epoch = 'of an earlier version' }) => [path, epoch]));
  const deleted: string[] = [];
  const left: string[] = [];
  let erasedAt: Instant | undefined;
  for (const path of files) {
    const its = IN_NAME.exec(path)?.[1] ?? epochs.get(path);
    // Somebody's own file, a copy saved beside an export perhaps: the only ones whose time has to be believed.
    if (its === undefined) erasedAt ??= await lastErasure(db);
    const isOld = its === undefined ? await isOfBefore(path, erasedAt ?? 0) : isBefore(its);
    if (!isOld) continue;
    ((await isRemoved(path)) ? deleted : left).push(path);
  }
  for (const [path, its] of epochs)
    if (!files.includes(path) && isBefore(its) && mayBeThere(path)) left.push(path);
  await forgetGone(dataDir, noted, deleted);
  return { deleted, left };
}

/** A version before this one had its notes under the folder's name. */
async function readyFolder(dataDir: string): Promise<void> {
  if (statSync(exportFolder(dataDir), { throwIfNoEntry: false })?.isFile())
    await rename(exportFolder(dataDir), elsewhereFile(dataDir));
}

async function elsewhere(dataDir: string): Promise<Elsewhere[]> {
  const text = await readFile(elsewhereFile(dataDir), 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Elsewhere];
    } catch {
      // Empty, or cut off by a crash: then nothing was exported yet.
      return [];
    }
  });
}

/** Takes what is gone out of the notes. */
async function forgetGone(
  dataDir: string,
  noted: readonly Elsewhere[],
  deleted: readonly string[],
): Promise<void> {
  const kept = noted.filter(({ path }) => mayBeThere(path) && !deleted.includes(path));
  if (kept.length === noted.length) return;
  const aside = `${elsewhereFile(dataDir)}.new`;
  await writeFile(aside, kept.map(lineOf).join(''), { mode: 0o600 });
  giveToOwnerOf(dataDir, aside);
  await rename(aside, elsewhereFile(dataDir));
}

/** A file on a disk that is not there at present is not gone. */
function mayBeThere(path: string): boolean {
  return existsSync(path) || !existsSync(dirname(path));
}

async function filesIn(folder: string): Promise<string[]> {
  const entries: Dirent[] = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    },
  );
  return entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => join(resolve(parentPath), name));
}

/** When somebody was erased last, by the engine's clock. */
async function lastErasure(db: Database): Promise<Instant> {
  const row = await db
    .selectFrom('erasures')
    .select('erased_at')
    .orderBy('erased_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.erased_at ?? 0;
}

async function isOfBefore(path: string, instant: Instant): Promise<boolean> {
  try {
    return (await lstat(path)).mtimeMs <= instant;
  } catch {
    return false;
  }
}

async function isRemoved(path: string): Promise<boolean> {
  try {
    await rm(path, { force: true });
    return true;
  } catch {
    return false;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

function lineOf(one: Elsewhere): string {
  return `${JSON.stringify(one)}\n`;
}
