import type { Database } from '#server/store/database.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { newSqlite } from '../support/new-sqlite.ts';

/** Opens an empty database of the newest version, on each engine of this run. */
export const engines: Readonly<Record<string, () => Promise<Database>>> = enginesOfThisRun({
  SQLite: newSqlite,
  PostgreSQL: async () => (await reusedDatabase())(),
});
