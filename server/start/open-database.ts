import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import type { Database } from '../store/database.ts';
import { openThreaded } from '../store/sqlite/open.ts';
import { lockDatabase } from '../store/sqlite/server-lock.ts';
import type { Log } from '../system/log.ts';

/**
 * Opens the database that the settings name, for a server.
 * Throws StartRefused when it cannot be opened, or when another server writes to it already.
 * @param closers is given what closes it, as soon as it is open
 */
export async function openDatabase(config: Config, closers: (() => unknown)[], log: Log): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { openPostgres } = await import('../store/postgres/open.ts');
    const db = await openPostgres(config.databaseUrl, {
      onLost: (error) => log.warn({ err: error }, LOST),
    });
    // A frozen database never closes its side of a connection; nothing is under way there any more.
    closers.push(() => Promise.race([db.destroy(), after(CLOSE_MS)]));
    return db;
  }
  const file = join(config.dataDir, 'leads.sqlite');
  closers.push(lockDatabase(file));
  const db = await openThreaded(file);
  closers.push(() => db.destroy());
  return db;
}

const CLOSE_MS = 1_000;
const LOST =
  'La connexion à la base de données s’est rompue. Ce qui est enregistré est intact. Rien n’est à faire : ' +
  'le serveur se reconnecte dès qu’elle répond.';
