import { setTimeout as after } from 'node:timers/promises';
import { StartRefused } from '../config/start-refused.ts';

/**
 * How long a start repeats its questions, in ms. Each waits for a connection as long as a visitor's request does, one
 * second; while a busy machine starts the server, opening the first connections can take longer than that.
 */
const PATIENCE_MS = 10_000;
/** Between two tries, in ms. */
const PAUSE_MS = 200;

export interface Waiting {
  /** Milliseconds on a clock that is never set. */
  now(): number;
  wait(ms: number): Promise<unknown>;
}

/**
 * Asks the database what a start cannot do without, again and again for ten seconds.
 * Throws StartRefused when it has not answered by then.
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
