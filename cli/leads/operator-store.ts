import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '#server/config/config.ts';
import type { Secret } from '#server/config/secrets.ts';
import { type OperatorReader, operatorReader } from '#server/leads/operator/operator-reader.ts';
import { type OperatorWriter, operatorWriter } from '#server/leads/operator/operator-writer.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { lockDatabase } from '#server/store/sqlite/server-lock.ts';
import { CommandFailed } from './command-errors.ts';

export interface OperatorStore {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Database;
  readonly reader: OperatorReader;
  readonly writer: OperatorWriter;
  /**
   * Removes erased data from the database's files too, as far as the engine allows.
   * @returns whether none is left there
   */
  scrub(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name; servers may be running on it. An embedded database has to exist, as a
 * command makes none. Throws CommandFailed or StartRefused.
 */
export function openStore({ databaseUrl, dataDir }: Config): Promise<OperatorStore> {
  return databaseUrl === undefined ? openEmbedded(dataDir) : openShared(databaseUrl);
}

/**
 * Opens the same database at whatever version it has, for what a timer runs: between an update's files and its restart,
 * the older server still runs on it.
 */
export async function openAsItIs({ databaseUrl, dataDir }: Config): Promise<Database> {
  if (databaseUrl === undefined) return openSqlite(existingFile(dataDir));
  return openPostgres(databaseUrl, { onLost: () => {}, forCommand: true, migrates: false });
}

async function openShared(url: Secret): Promise<OperatorStore> {
  // An idle connection that breaks needs no report: the next query opens a new one, or fails and says so.
  const db = await openPostgres(url, { onLost: () => {}, forCommand: true });
  return { engine: 'postgres', ...over(db), scrub: async () => false };
}

function existingFile(dataDir: string): string {
  const file = join(dataDir, 'leads.sqlite');
  if (existsSync(file)) return file;
  throw new CommandFailed(
    `Il n’y a pas de base de données dans ${dataDir}. Rien n’a été créé. ` +
      'Vérifiez DATA_DIR, ou lancez npm start une première fois.',
  );
}

async function openEmbedded(dataDir: string): Promise<OperatorStore> {
  const file = existingFile(dataDir);
  const db = openSqlite(file);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { engine: 'embedded', ...over(db), scrub: () => scrubFiles(db, file) };
}

/** What older versions have left is removed too, unless a server is running, which does that at night. */
async function scrubFiles(db: Database, file: string): Promise<boolean> {
  const { files } = db.engine;
  if (files === undefined) return false;
  if (await files.hasRemains()) await whileNoServerRuns(file, files.rewrite);
  return (await files.emptyLog()) && !(await files.hasRemains());
}

async function whileNoServerRuns(file: string, work: () => Promise<void>): Promise<void> {
  let unlock: (() => void) | undefined;
  try {
    unlock = lockDatabase(file);
    await work();
  } catch {
    // A server runs, or the disk has no room: what is left is said.
  } finally {
    unlock?.();
  }
}

function over(db: Database) {
  return { db, reader: operatorReader(db), writer: operatorWriter(db), close: () => db.destroy() };
}
