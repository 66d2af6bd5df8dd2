import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Config } from '#server/config/config.ts';
import { migrate } from '#server/store/migrations.ts';
import { type OperatorReader, operatorReader } from '#server/store/operator-reader.ts';
import { type OperatorWriter, operatorWriter } from '#server/store/operator-writer.ts';
import type { Schema } from '#server/store/schema.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { CommandFailed } from './refusals.ts';

export interface OperatorStore {
  readonly db: Kysely<Schema>;
  readonly reader: OperatorReader;
  readonly writer: OperatorWriter;
  /** Takes what was erased out of the files too, as far as the engine lets us. */
  scrub(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the database that the settings name, beside servers that may be running on it. An embedded one has to be
 * there: a command makes none. Throws CommandFailed or StartRefused.
 */
export async function openStore(config: Config): Promise<OperatorStore> {
  const file = join(config.dataDir, 'leads.sqlite');
  if (!existsSync(file)) {
    throw new CommandFailed(
      `Il n’y a pas de base de données dans ${config.dataDir}. Rien n’a été créé. ` +
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
  return {
    db,
    reader: operatorReader(db),
    writer: operatorWriter(db),
    async scrub() {
      await sql`pragma wal_checkpoint(truncate)`.execute(db);
    },
    close: () => db.destroy(),
  };
}
