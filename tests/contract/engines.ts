import type { Database } from '#server/store/database.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { newSqlite } from '../support/new-sqlite.ts';

/** Opens an empty database of the newest version, on each engine. */
export const engines: Readonly<Record<string, () => Promise<Database>>> = {
  SQLite: newSqlite,
  PostgreSQL: async () => (await reusedDatabase())(),
};
