import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { bookingStore } from '#server/bookings/store/booking-store.ts';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openThreaded } from '#server/store/sqlite/open.ts';
import { reusedDatabase } from '../postgres/reused.ts';
import { temporaryFolder } from '../service/temporary-folder.ts';
import { enginesOfThisRun } from '../support/engines-of-this-run.ts';
import { newSqlite, newSqliteFile } from '../support/new-sqlite.ts';

export const MINUTE = 60_000;

/**
 * For each engine's name, a function that creates an empty database of the newest version. That function returns another,
 * which opens a connection to it; where two connections have to compete, a test calls it twice.
 */
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
