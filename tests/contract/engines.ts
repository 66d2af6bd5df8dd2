import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { reusedDatabase } from '../postgres/reused.ts';

/** Opens an empty database of the newest version, on each engine. */
export const engines: Readonly<Record<string, () => Promise<Database>>> = {
  SQLite: () => migrated(openSqlite(':memory:')),
  PostgreSQL: async () => (await reusedDatabase())(),
};

async function migrated(db: Database): Promise<Database> {
  await migrate(db);
  return db;
}
