import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Config } from '../config/config.ts';
import { StartRefused } from '../config/start-refused.ts';
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

/**
 * How long a query of the start is tried again, in ms. One attempt fails after a second without a connection, the limit
 * that visitors' requests need. On a busy machine the first connections of a new process can take longer than a second.
 */
const PATIENCE_MS = 10_000;
/** Pause between two attempts, in ms. */
const PAUSE_MS = 200;

interface Waiting {
  /** Milliseconds on a clock that is never set. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/**
 * Runs a database query that the server needs in order to start. While the query fails, it is repeated for up to ten
 * seconds.
 * @param ask runs the query once; it is called again after each failure, so it must be safe to repeat
 * @returns the query's result. Throws StartRefused, with the last failure in its message, after ten seconds
 */
export async function askPatiently<T>(
  ask: () => Promise<T>,
  { now, wait }: Waiting = { now: () => performance.now(), wait: after },
): Promise<T> {
  const until = now() + PATIENCE_MS;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (now() >= until) throw unanswered(error);
      await wait(PAUSE_MS);
    }
  }
}

function unanswered(error: unknown): StartRefused {
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
  return new StartRefused(
    `La base de données s’est ouverte, puis n’a plus répondu pendant 10 secondes (${reason}). Les contacts déjà reçus y sont intacts. ` +
      'Vérifiez qu’elle est démarrée et qu’il y a de la place sur son disque, puis relancez.',
  );
}
