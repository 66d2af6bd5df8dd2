import type { Logger } from 'pino';
import type { Destination } from '../destinations/destination.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import { catchUp } from './catch-up.ts';
import { startChores } from './chores.ts';
import { claim } from './claim.ts';
import { watchClock } from './clock-watch.ts';
import { deliverClaimed } from './deliver-claimed.ts';
import { makeDue } from './make-due.ts';
import { nextDue } from './next-due.ts';
import { release } from './return-leases.ts';

/** Longer than every request that one claim can lead to; the destination sends nothing that could outlast it. */
const LEASE_MS = 60_000;
/** Another process (the operator's commands, another instance) may have made something due; a clock may have been set. */
const POLL_MS = 5_000;
/** After an error; also how soon delivery goes on when a lost database is there again. */
const AGAIN_MS = 2_000;
/** What was due was taken by another worker meanwhile. */
const OUTRUN_MS = 200;
/** Requests under way at once, so that the provider's pace is the limit and not how long it takes to answer. */
const LANES = 4;
const STOP_GRACE_MS = 2_000;
/** Time to write down what became of it; with a database that answers nothing, leases are left to end by themselves. */
const LAST_WORDS_MS = 3_000;

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
  readonly lanes?: number;
}

export interface Worker {
  /** Something may be due: look now. */
  wake(): void;
  /**
   * Takes nothing more, lets the request under way end for 2 s at most, then breaks it off; gives every lease back.
   * A lead whose outcome is then unknown is marked as such. Resolves within 5 s, whatever the database does.
   */
  stop(): Promise<void>;
}

/** Delivers what is due, at the destination's pace, until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, destination, clock, log, alone, lanes = LANES } = options;
  const owner = crypto.randomUUID();
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let wakeUp = new AbortController();
  /** An act of the database failed: rows may be leased that nobody works on. */
  let leasesAstray = false;
  const chores = startChores();
  const everythingDue = () => makeDue(db, clock.now);
  const clockWatch = watchClock(db, clock, LEASE_MS);
  let clockLookedAt = Number.NEGATIVE_INFINITY;

  async function lookAtClock(): Promise<void> {
    if (clock.now() - clockLookedAt < POLL_MS) return;
    // What was due later by the clock as it was may be due much too late by the clock as it is.
    if (await clockWatch.look()) chores.add(everythingDue);
    clockLookedAt = clock.now();
  }

  /** @returns how long there is nothing to do, in milliseconds */
  async function round(): Promise<number> {
    await lookAtClock();
    const more = await chores.step();
    const idleMs = await send();
    return more ? 0 : idleMs;
  }

  /**
   * The slot first, then the rows: several servers that share a database get slots in turn, and so the same share
   * of the work.
   * @returns how long there is nothing to do, in milliseconds
   */
  async function send(): Promise<number> {
    const paused = destination.pausedUntil() - clock.now();
    if (paused > 0) return paused;
    if (leasesAstray && underWay.size === 0) {
      await release(db, owner);
      leasesAstray = false;
    }
    const dueIn = await nextDue(db, clock.now());
    if (dueIn === undefined || dueIn > 0) return Math.min(POLL_MS, dueIn ?? POLL_MS);
    // What is asked of a provider that may be refusing everything is asked once.
    if (destination.standing() !== 'taking') await Promise.all(underWay);
    const slot = await destination.reserve();
    if (typeof slot === 'number') return slot;
    const now = clock.now();
    const standing = destination.standing();
    const rows = await claim(db, {
      owner,
      now,
      leaseMs: LEASE_MS,
      newestFirst: standing !== 'taking',
      ...(standing === 'refusing' && { limit: 1 }),
    });
    if (rows.length === 0) return OUTRUN_MS;
    const limits = { signal: breakingOff.signal, until: now + LEASE_MS };
    const delivery = { ...options, owner, limits, stopping: stopping.signal };
    const running = begin(() => deliverClaimed(delivery, rows, slot));
    // Only one slot is held at a time: a pause then finds none that was taken long before.
    await Promise.race([slot.gone, running]);
    if (underWay.size >= lanes) await Promise.race(underWay);
    return 0;
  }

  function begin(act: () => Promise<void>): Promise<void> {
    const running = safely(() => act().then(() => 0)).then(() => {
      underWay.delete(running);
      // What failed may be due sooner than the worker would look.
      wakeUp.abort();
    });
    underWay.add(running);
    return running;
  }

  async function safely(act: () => Promise<number>): Promise<number> {
    try {
      return await act();
    } catch (error) {
      leasesAstray = true;
      log.error(
        { err: error },
        'Le service d’envoi a buté sur une erreur. Les contacts restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si ce message revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      );
      return AGAIN_MS;
    }
  }

  async function run(): Promise<void> {
    if (alone) {
      await safely(async () => release(db, 'everyone').then(() => 0));
      await safely(async () => catchUp(db, clock.now()).then(() => 0));
    }
    // Whoever starts the server again may have mended what was refused; and a clock may have been set back since.
    chores.add(everythingDue);
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const idleMs = await safely(round);
      if (idleMs > 0) await clock.wait(idleMs, AbortSignal.any([wakeUp.signal, stopping.signal]));
    }
    await Promise.all(underWay);
    await safely(async () => release(db, owner).then(() => 0));
  }

  const running = run();
  return {
    wake: () => wakeUp.abort(),
    async stop() {
      stopping.abort();
      const done = new AbortController();
      const ended = running.then(() => done.abort());
      await Promise.race([ended, clock.wait(STOP_GRACE_MS, done.signal)]);
      breakingOff.abort();
      await Promise.race([ended, clock.wait(LAST_WORDS_MS, done.signal)]);
    },
  };
}
