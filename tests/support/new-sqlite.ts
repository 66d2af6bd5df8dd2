import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { openDurably } from '#server/store/sqlite/durable.ts';
import { overSqlite } from '#server/store/sqlite/open.ts';

/** An embedded database after all migrations, as its file holds it; made once in each process, which takes 50 ms. */
let made: Promise<Uint8Array> | undefined;

async function make(): Promise<Uint8Array> {
  const database = openDurably(':memory:');
  const db = overSqlite(database);
  await migrate(db);
  const bytes = database.serialize();
  await db.destroy();
  return bytes;
}

/** A new embedded database of the newest version, in memory. */
export async function newSqlite(): Promise<Database> {
  made ??= make();
  const database = openDurably(':memory:');
  database.deserialize(await made);
  return overSqlite(database);
}

/**
 * Writes a new embedded database of the newest version, as a server's first start does.
 * @param dataDir its folder, which is made
 * @returns the path of the file
 */
export async function newSqliteFile(dataDir: string): Promise<string> {
  made ??= make();
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'leads.sqlite');
  writeFileSync(path, await made, { mode: 0o600 });
  return path;
}
