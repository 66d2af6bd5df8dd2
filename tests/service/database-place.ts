import { join } from 'node:path';
import type { Environment } from '#server/config/env.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite } from '#server/store/sqlite/open.ts';
import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { using } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** An empty database of the newest version that a server, a command or another process can open as well as the test. */
export interface DatabasePlace {
  /** The settings that name it. */
  readonly environment: Environment;
  open(): Database;
}

/** Makes one on each engine. */
export const databasePlaces = enginesOfThisRun<() => Promise<DatabasePlace>>({
  async SQLite() {
    const DATA_DIR = temporaryFolder();
    const open = () => openSqlite(join(DATA_DIR, 'leads.sqlite'));
    await using(open(), migrate);
    return { environment: { DATA_DIR }, open };
  },
  async PostgreSQL() {
    const DATABASE_URL = await migratedDatabase();
    return { environment: { DATABASE_URL }, open: () => openGiven(DATABASE_URL) };
  },
});
