import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';

/** Opens a fresh database of its newest version, on each engine. */
export const engines: Readonly<Record<string, () => Promise<Database>>> = {
  SQLite: () => migrated(openSqlite(':memory:')),
  PostgreSQL: async () => openGiven(await migratedDatabase()),
};

async function migrated(db: Database): Promise<Database> {
  await migrate(db);
  return db;
}
