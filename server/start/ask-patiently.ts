import { setTimeout as after } from 'node:timers/promises';
import { StartRefused } from '../config/start-refused.ts';

/**
 * How long a query of the start is tried again, in ms. One attempt fails after a second without a connection, the limit
 * that visitors' requests need. On a busy machine the first connections of a new process can take longer than a second.
 */
const PATIENCE_MS = 10_000;
/** Pause between two attempts, in ms. */
const PAUSE_MS = 200;

export interface Waiting {
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
