import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Destination } from '../destinations/destination.ts';
import type { Schema } from '../store/schema.ts';
import { claim } from './claim.ts';
import { deliverClaimed } from './deliver-claimed.ts';
import { nextDue } from './next-due.ts';
import { release } from './release.ts';
import { retryRefused } from './retry-refused.ts';

/** Longer than every request that one claim can lead to; the destination sends nothing that could outlast it. */
const LEASE_MS = 60_000;
/** Another process (the operator's commands, another instance) may have made something due. */
const POLL_MS = 5_000;
const STOP_GRACE_MS = 2_000;

export interface WorkerOptions {
  readonly db: Kysely<Schema>;
  readonly destination: Destination;
  readonly clock: Clock;
  /** In [0, 1). */
  readonly random: () => number;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether no other process works on this database, as with an embedded one: leases found at the start are stale. */
  readonly alone: boolean;
}

export interface Worker {
  /** Something may be due: look now. */
  wake(): void;
  /**
   * Takes nothing more, lets the request under way end for 2 s at most, then breaks it off; gives every lease back.
   * A lead whose outcome is then unknown is marked as such.
   */
  stop(): Promise<void>;
}

/** Delivers what is due, one request at a time, until it is stopped. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, destination, clock, log, alone } = options;
  const owner = crypto.randomUUID();
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  let wakeUp = new AbortController();

  async function round(): Promise<number> {
    const now = clock.now();
    if (destination.pausedUntil() > now) return destination.pausedUntil() - now;
    const standing = destination.standing();
    const rows = await claim(db, {
      owner,
      now,
      leaseMs: LEASE_MS,
      newestFirst: standing !== 'taking',
      ...(standing === 'refusing' && { limit: 1 }),
    });
    if (rows.length > 0) {
      const limits = { signal: breakingOff.signal, until: now + LEASE_MS };
      await deliverClaimed({ ...options, owner, limits, stopping: stopping.signal }, rows);
      return 0;
    }
    const due = await nextDue(db);
    return Math.min(POLL_MS, due === undefined ? POLL_MS : Math.max(0, due - clock.now()));
  }

  async function safely(act: () => Promise<number>): Promise<number> {
    try {
      return await act();
    } catch (error) {
      log.error(
        { err: error },
        'Le service d’envoi a buté sur une erreur. Les contacts restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si ce message revient, vérifiez la place sur le disque et les droits sur DATA_DIR.',
      );
      return POLL_MS;
    }
  }

  async function run(): Promise<void> {
    if (alone) await safely(async () => release(db, 'everyone').then(() => 0));
    // Whoever starts the server again may have mended what was refused.
    await safely(async () => retryRefused(db, { refusedSince: 0, now: clock.now() }).then(() => 0));
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const idleMs = await safely(round);
      if (idleMs > 0) await clock.wait(idleMs, AbortSignal.any([wakeUp.signal, stopping.signal]));
    }
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
      await ended;
    },
  };
}
