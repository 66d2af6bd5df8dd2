import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openDurably } from '#server/store/sqlite/durable.ts';
import { overSqlite } from '#server/store/sqlite/open.ts';

let made: Promise<Uint8Array> | undefined;

/** An empty SQLite database file, migrated, as bytes. Each process makes it once, because the migrations take 50 ms. */
const migratedFile = () => (made ??= makeMigratedFile());

async function makeMigratedFile(): Promise<Uint8Array> {
  const database = openDurably(':memory:');
  const db = overSqlite(database);
  await migrate(db);
  const bytes = database.serialize();
  await db.destroy();
  return bytes;
}

/** A new embedded database of the newest version, in memory. */
export async function newSqlite(): Promise<Database> {
  const database = openDurably(':memory:');
  database.deserialize(await migratedFile());
  return overSqlite(database);
}

/**
 * Writes a new embedded database of the newest version, as a server's first start does.
 * @param dataDir its folder, which is made
 * @returns the path of the file
 */
export async function newSqliteFile(dataDir: string): Promise<string> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'leads.sqlite');
  writeFileSync(path, await migratedFile(), { mode: 0o600 });
  return path;
}
