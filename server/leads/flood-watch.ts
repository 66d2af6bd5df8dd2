import type { Logger } from 'pino';
import { type Loop, startLoop } from '../queue/loop.ts';
import type { Clock } from '../system/clock.ts';
import { type ArrivalCounts, BUCKET_MS, type Recent, WINDOW_MS } from './arrivals.ts';
import { isFlood } from './suspicion.ts';

/** One lead without a fresh proof of work, counted. */
export interface Arrival {
  /** Whether it came in a flood. */
  readonly inFlood: boolean;
  /** It was not accepted, or stood already: it does not count. */
  undo(): void;
}

export interface FloodWatch extends Pick<Loop, 'stop'> {
  arrived(): Arrival;
}

export interface FloodWatchOptions {
  readonly clock: Clock;
  /** How many leads one address may send in a minute. */
  readonly perAddress: number;
  /** Adds what this server has counted, and reads what all servers have. */
  share(counted: ArrivalCounts): Promise<Recent>;
  /** How many come in an ordinary minute. */
  usually(): Promise<number>;
  /** Called every second of a flood. */
  onFlood(): Promise<void>;
  readonly log: Pick<Logger, 'error'>;
}

/** How often the servers that share a database learn of each other. */
const SHARE_MS = 1_000;
/** What is usual changes slowly. */
const USUAL_MS = 5 * 60_000;
const RETRY_MS = 5_000;

const NONE: ArrivalCounts = { calm: 0, flooding: 0 };
const sum = (a: ArrivalCounts, b: ArrivalCounts): ArrivalCounts => ({
  calm: a.calm + b.calm,
  flooding: a.flooding + b.flooding,
});

/**
 * Counts the leads that come without a fresh proof, over all addresses and all servers. What this server counts it
 * knows at once, what others count within about a second; while nothing comes, nothing is asked of the database.
 */
export function watchFlood(options: FloodWatchOptions): FloodWatch {
  const { clock, perAddress, log } = options;
  let own: ArrivalCounts = NONE;
  /** On its way into the database. */
  let leaving: ArrivalCounts = NONE;
  let recent: Recent = { now: clock.now(), buckets: [] };
  let readAt = clock.now();
  let usual = 0;
  let usualAt = Number.NEGATIVE_INFINITY;
  let begun = false;

  function inFlood(): boolean {
    const since = recent.now + (clock.now() - readAt) - WINDOW_MS;
    const shared = recent.buckets
      .filter(({ bucket }) => (bucket + 1) * BUCKET_MS > since)
      .reduce((total, { count }) => total + count, 0);
    const { calm, flooding } = sum(own, leaving);
    return isFlood({ lastMinute: shared + calm + flooding, usually: usual, perAddress });
  }

  async function round(): Promise<number> {
    if (begun && own.calm === 0 && own.flooding === 0) return SHARE_MS;
    [leaving, own] = [own, NONE];
    try {
      recent = await options.share(leaving);
      leaving = NONE;
      readAt = clock.now();
      if (readAt - usualAt > USUAL_MS) {
        usual = await options.usually();
        usualAt = readAt;
      }
      begun = true;
      if (inFlood()) await options.onFlood();
      return SHARE_MS;
    } catch (error) {
      own = sum(own, leaving);
      leaving = NONE;
      log.error({ err: error }, NOT_SHARED);
      return RETRY_MS;
    }
  }

  const rounds = startLoop(clock, round);
  return {
    arrived() {
      const flood = inFlood();
      const one: ArrivalCounts = flood ? { calm: 0, flooding: 1 } : { calm: 1, flooding: 0 };
      own = sum(own, one);
      if (clock.now() - readAt >= SHARE_MS) rounds.wake();
      return {
        inFlood: flood,
        undo: () => {
          own = { calm: own.calm - one.calm, flooding: own.flooding - one.flooding };
        },
      };
    },
    stop: rounds.stop,
  };
}

const NOT_SHARED =
  'Les arrivées n’ont pas pu être comptées dans la base de données. Les demandes sont acceptées, rien n’est perdu, un nouvel essai suit. ' +
  'Si cette ligne revient, vérifiez que la base de données répond.';
