import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import type { Clock } from '../system/clock.ts';
import { AGAIN_MS, BREATH_MS, OUTRUN_MS, POLL_MS, type Rounds, startRounds } from '../worker/loop.ts';
import { type ClaimedMessage, claimMessages } from './claim.ts';
import { nextDueMessage } from './next-due.ts';
import { releaseMessages } from './return-leases.ts';

/** Longer than any attempt may take: every transport gives up before. */
const LEASE_MS = 60_000;
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

/**
 * Sends the due messages of one channel, each by itself, until it is stopped: then it takes nothing more, lets what is
 * under way end for 2 s at most, breaks it off and gives every lease back.
 */
export function startMessageWorker(options: MessageWorkerOptions): Rounds {
  const { db, channel, lanes, clock, log, alone, deliver, pausedForMs = () => 0 } = options;
  const owner = crypto.randomUUID();
  const breakingOff = new AbortController();
  let leasesStale = alone;
  let leasesAstray = false;

  /** @returns how long there is nothing to do, in milliseconds */
  async function round(): Promise<number> {
    if (leasesStale) await releaseMessages(db, channel, 'everyone');
    leasesStale = false;
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

  const rounds = startRounds(clock, () => safely(round));
  return {
    wake: rounds.wake,
    async stop() {
      const done = new AbortController();
      const ended = rounds
        .stop()
        .then(() => safely(() => releaseMessages(db, channel, owner).then(() => 0)))
        .then(() => done.abort());
      await Promise.race([ended, clock.wait(STOP_GRACE_MS, done.signal)]);
      breakingOff.abort();
      await ended;
    },
  };
}
