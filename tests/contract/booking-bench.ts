import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openSqlite, openThreaded } from '#server/store/sqlite/open.ts';
import { openGiven } from '../postgres/open-given.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { sharedDatabase } from '../postgres/shared.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { newSqlite, newSqliteFile } from '../support/new-sqlite.ts';

export const MINUTE = 60_000;

/**
 * For each engine's name, a function that creates a database without tables. That function returns another, which opens
 * a connection to the database; where two connections have to compete, a test calls it twice.
 */
export const empty = enginesOfThisRun<() => Promise<() => Promise<Database>>>({
  'SQLite in memory': async () => async () => openSqlite(':memory:'),
  'SQLite, written by a thread': async () => {
    const file = join(temporaryFolder(), 'data', 'leads.sqlite');
    return () => openThreaded(file);
  },
  PostgreSQL: async () => {
    const url = await sharedDatabase();
    return async () => openGiven(url);
  },
});

/** The same for databases that are already migrated to the newest version, which saves each test the migrations. */
export const engines = enginesOfThisRun<() => Promise<() => Promise<Database>>>({
  'SQLite in memory': async () => newSqlite,
  'SQLite, written by a thread': async () => {
    const file = await newSqliteFile(join(temporaryFolder(), 'data'));
    return () => openThreaded(file);
  },
  PostgreSQL: async () => {
    const open = await reusedDatabase();
    return async () => open();
  },
});

export async function opened(open: () => Promise<Database>) {
  const db = await open();
  onTestFinished(() => db.destroy());
  await migrate(db);
  return { db, bookings: bookingStore(db) };
}

export const countOf = (outcomes: readonly unknown[], wanted: string) =>
  outcomes.filter((outcome) => outcome === wanted).length;
