import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import { type ClaimedMessage, claimMessages } from './claim.ts';
import { nextDueMessage } from './next-due.ts';
import { releaseMessages } from './release.ts';

/** Longer than any attempt may take: every transport gives up before. */
const LEASE_MS = 60_000;
/** Another process may have made something due. */
const POLL_MS = 5_000;
const AGAIN_MS = 2_000;
/** What was due was taken by another worker meanwhile. */
const OUTRUN_MS = 200;
/** Between two rounds, so that a crowd of leads is told of beside their being stored, not before it. */
const BREATH_MS = 100;
const STOP_GRACE_MS = 2_000;

export interface MessageWorkerOptions {
  readonly db: Database;
  readonly channel: Channel;
  /** How many are attempted at once. */
  readonly lanes: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether no other process works on this database: leases found at the start are stale. */
  readonly alone: boolean;
  /** Attempts one message and writes down what became of it; what it throws is logged, and the lease given back. */
  deliver(message: ClaimedMessage, owner: string, signal: AbortSignal): Promise<void>;
  /** For how many milliseconds nothing should be tried; absent: never. */
  pausedForMs?(): number;
}

export interface MessageWorker {
  /** Something may be due: look now. */
  wake(): void;
  /** Takes nothing more, lets what is under way end for 2 s at most, then breaks it off; gives every lease back. */
  stop(): Promise<void>;
}

/** Sends the due messages of one channel, each by itself, until it is stopped. */
export function startMessageWorker(options: MessageWorkerOptions): MessageWorker {
  const { db, channel, lanes, clock, log, alone, deliver, pausedForMs = () => 0 } = options;
  const owner = crypto.randomUUID();
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  let wakeUp = new AbortController();
  let leasesAstray = false;

  /** @returns how long there is nothing to do, in milliseconds */
  async function round(): Promise<number> {
    if (leasesAstray) await releaseMessages(db, channel, owner);
    leasesAstray = false;
    const paused = pausedForMs();
    if (paused > 0) return Math.min(POLL_MS, paused);
    const dueIn = await nextDueMessage(db, channel, clock.now());
    if (dueIn === undefined || dueIn > 0) return Math.min(POLL_MS, dueIn ?? POLL_MS);
    const now = clock.now();
    const messages = await claimMessages(db, { channel, owner, now, leaseMs: LEASE_MS, limit: lanes });
    await Promise.all(
      messages.map((message) => safely(() => deliver(message, owner, breakingOff.signal).then(() => 0))),
    );
    if (leasesAstray) return AGAIN_MS;
    return messages.length === 0 ? OUTRUN_MS : BREATH_MS;
  }

  async function safely(act: () => Promise<number>): Promise<number> {
    try {
      return await act();
    } catch (error) {
      leasesAstray = true;
      log.error(
        { err: error, channel },
        'L’envoi des messages a buté sur une erreur. Ils restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      );
      return AGAIN_MS;
    }
  }

  async function run(): Promise<void> {
    if (alone) await safely(() => releaseMessages(db, channel, 'everyone').then(() => 0));
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const idleMs = await safely(round);
      // A round's breath is kept even when somebody wakes the worker.
      const sooner = idleMs > BREATH_MS ? [wakeUp.signal] : [];
      await clock.wait(idleMs, AbortSignal.any([...sooner, stopping.signal]));
    }
    await safely(() => releaseMessages(db, channel, owner).then(() => 0));
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
