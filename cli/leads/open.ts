import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import type { Secret } from '#server/config/secrets.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { type OperatorReader, operatorReader } from '#server/store/operator/operator-reader.ts';
import { type OperatorWriter, operatorWriter } from '#server/store/operator/operator-writer.ts';
import { openPostgres } from '#server/store/postgres/open.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { CommandFailed } from '../common/errors.ts';

export interface OperatorStore {
  readonly engine: 'embedded' | 'postgres';
  readonly db: Database;
  readonly reader: OperatorReader;
  readonly writer: OperatorWriter;
  /**
   * Takes what was erased out of the database's files too, as far as the engine lets us.
   * @returns whether nothing of it is left there now
   */
  scrub(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, beside servers that may be running on it. An embedded one has to be
 * there: a command makes none. Throws CommandFailed or StartRefused.
 */
export function openStore({ databaseUrl, dataDir }: Config): Promise<OperatorStore> {
  return databaseUrl === undefined ? openEmbedded(dataDir) : openShared(databaseUrl);
}

async function openShared(url: Secret): Promise<OperatorStore> {
  // A connection that broke while idle concerns no command: the next query makes a new one, or fails and says so.
  const db = await openPostgres(url, { onLost: () => {}, forCommand: true });
  return { engine: 'postgres', ...over(db), scrub: async () => false };
}

async function openEmbedded(dataDir: string): Promise<OperatorStore> {
  const file = join(dataDir, 'leads.sqlite');
  if (!existsSync(file)) {
    throw new CommandFailed(
      `Il n’y a pas de base de données dans ${dataDir}. Rien n’a été créé. ` +
        'Vérifiez DATA_DIR, ou lancez npm start une première fois.',
    );
  }
  const db = openSqlite(file);
  try {
    // Otherwise what is deleted stays readable in the file until its place is used again.
    await sql`pragma secure_delete = on`.execute(db);
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw error;
  }
  return { engine: 'embedded', ...over(db), scrub: () => emptyLog(db) };
}

/** The write-ahead log still holds the pages as they were; a reader of that moment keeps it from being emptied. */
async function emptyLog(db: Database): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}

function over(db: Database) {
  return { db, reader: operatorReader(db), writer: operatorWriter(db), close: () => db.destroy() };
}
