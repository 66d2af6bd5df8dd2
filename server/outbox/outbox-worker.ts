import type { Logger } from 'pino';
import type { Destination } from '../destinations/destination.ts';
import { makeDue, nextDue } from '../queue/due.ts';
import { LEASE_MS, startLeasedWorker, type Turn, type Worker } from '../queue/leased-worker.ts';
import { returnLeases, watchClock } from '../queue/leases.ts';
import { NOT_FREE_MS, POLL_MS } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import { deliverClaimed } from './deliver-claimed.ts';
import { claim, OUTBOX } from './outbox-queue.ts';

/** Requests under way at once: enough that the provider's rate is the limit, not the time it takes to answer. */
const CONCURRENCY = 4;

export interface WorkerOptions {
  readonly db: Database;
  readonly destination: Destination;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether no other process works on this database, as with an embedded one: leases found at the start are stale. */
  readonly alone: boolean;
  /** How many requests may be under way at once. */
  readonly concurrency?: number;
  /** Called when something is to be written into a record that is there. */
  readonly completes?: () => void;
}

/**
 * Sends every outbox row that is due to the destination, as fast as the destination allows, until it is stopped. A row
 * whose request is cut off in the middle gets an unknown outcome: the next attempt first searches for its record.
 */
export function startWorker(options: WorkerOptions): Worker {
  const { db, destination, clock, log, alone, concurrency = CONCURRENCY } = options;
  const backgroundWork = startBackgroundWork();
  const everythingDue = () => makeDue(db, OUTBOX, clock.now);
  const setBackMs = watchClock(db, OUTBOX, clock);

  async function round(turn: Turn): Promise<number> {
    // Times to try again were written by the clock as it was; by one that was set back they may be hours away.
    if ((await setBackMs()) > 0) backgroundWork.add(everythingDue);
    const more = await backgroundWork.step();
    const idleMs = await send(turn);
    return more ? 0 : idleMs;
  }

  /** @returns how long there is nothing to do, in milliseconds */
  async function send({ owner, stopping, breakOff, underWay, begin }: Turn): Promise<number> {
    // A provider that may be refusing everything gets one request at a time: its answer decides about the next.
    if (destination.acceptance() !== 'accepting') await Promise.all(underWay);
    const paused = destination.pausedUntil() - clock.now();
    if (paused > 0) return paused;
    const dueIn = await nextDue(db, OUTBOX, clock.now());
    if (dueIn === undefined || dueIn > 0) return Math.min(POLL_MS, dueIn ?? POLL_MS);
    const now = clock.now();
    const acceptance = destination.acceptance();
    const rows = await claim(db, {
      owner,
      now,
      newestFirst: acceptance !== 'accepting',
      ...(acceptance === 'refusing' && { limit: 1 }),
    });
    if (rows.length === 0) return NOT_FREE_MS;
    const { promise: left, resolve: leaving } = Promise.withResolvers<void>();
    const limits = { signal: breakOff, until: now + LEASE_MS, leaving };
    const running = begin(() => deliverClaimed({ ...options, owner, limits, stopping }, rows));
    // What failed may be due again before the worker would look.
    void running.then(worker.wake);
    // One claimed group at a time waits for its departure: the next is claimed when it can be full, and makes no others of
    // its e-mails wait meanwhile.
    await Promise.race([left, running]);
    if (underWay.size >= concurrency) await Promise.race(underWay);
    return 0;
  }

  // At the start everything is tried: its operator may have mended what was refused, and the clock may have been set.
  backgroundWork.add(everythingDue);
  const worker = startLeasedWorker({
    clock,
    alone,
    round,
    returnLeases: (owner) => returnLeases(db, OUTBOX, owner, clock.now()),
    failed: (error) =>
      log.error(
        { err: error },
        'Le service d’envoi a buté sur une erreur. Les contacts restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si ce message revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      ),
  });
  return worker;
}

/** Work over many rows, done in batches between deliveries, so that it delays none of them. */
interface BackgroundWork {
  /** @param batches does one batch at each step; started again after an error, so repeating a batch must be harmless */
  add(batches: () => AsyncGenerator<void>): void;
  /**
   * Does one batch. Rejects when it failed; it is tried again at the next step.
   * @returns whether anything is left
   */
  step(): Promise<boolean>;
}

export function startBackgroundWork(): BackgroundWork {
  const waiting: (() => AsyncGenerator<void>)[] = [];
  let running: AsyncGenerator<void> | undefined;
  return {
    add: (batches) => void waiting.push(batches),
    async step() {
      const [first] = waiting;
      if (first === undefined) return false;
      running ??= first();
      const batches = running;
      running = undefined;
      const { done } = await batches.next();
      if (done) waiting.shift();
      else running = batches;
      return waiting.length > 0;
    },
  };
}
