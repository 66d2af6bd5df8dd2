import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import type { Clock } from '../system/clock.ts';
import { retryDelay } from '../worker/backoff.ts';
import { LEASE_MS, startLeasedWorker, type Turn, type Worker } from '../worker/leased-worker.ts';
import { POLL_MS, RETRY_MS, TAKEN_BY_OTHERS_MS } from '../worker/loop.ts';
import { type Claim, type ClaimedMessage, claimMessages } from './claim.ts';
import { nextDueMessage } from './next-due.ts';
import { returnMessageLeases } from './return-leases.ts';
import { settle } from './settle.ts';

/** The pause between two rounds, which leaves the database to the leads of a burst before their messages are sent. */
export const BETWEEN_ROUNDS_MS = 100;

const FAILED = 'Une erreur imprévue a interrompu l’envoi\u202f: le journal du serveur en dit la raison.';

export interface MessageWorkerOptions {
  readonly db: Database;
  readonly channel: Channel;
  /** How many are attempted at once. */
  readonly concurrency: number;
  readonly clock: Clock;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether no other process works on this database: leases found at the start are stale. */
  readonly alone: boolean;
  /** Attempts one message and records the outcome. When it throws, the error is logged and it is tried again later. */
  deliver(message: ClaimedMessage, owner: string, signal: AbortSignal): Promise<void>;
  /** For how many milliseconds nothing should be tried; absent: 0. */
  pausedForMs?(): number;
  /** Asked before what is due is claimed: of which kinds only some may be. */
  admit?(now: number): Promise<Claim['only']>;
}

/** Sends the due messages of one channel, each by itself, until it is stopped. */
export function startMessageWorker(options: MessageWorkerOptions): Worker {
  const { db, channel, concurrency, clock, log, alone, deliver, pausedForMs = () => 0 } = options;

  async function attempt(message: ClaimedMessage, owner: string, signal: AbortSignal): Promise<void> {
    try {
      await deliver(message, owner, signal);
    } catch (error) {
      // Due again at once, a few that always fail would keep those behind them waiting for ever.
      const retryInMs = retryDelay(message.attempts, Math.random());
      const settlement = { state: 'waiting', why: FAILED, retryInMs, unknown: true } as const;
      await settle(db, owner, message.id, settlement, clock.now()).catch(() => {});
      throw error;
    }
  }

  async function round({ owner, breakOff, begin }: Turn): Promise<number> {
    const paused = pausedForMs();
    if (paused > 0) return Math.min(POLL_MS, paused);
    const dueIn = await nextDueMessage(db, channel, clock.now());
    if (dueIn === undefined || dueIn > 0) return Math.min(POLL_MS, dueIn ?? POLL_MS);
    const now = clock.now();
    const only = await options.admit?.(now);
    const messages = await claimMessages(db, {
      ...{ channel, owner, now, leaseMs: LEASE_MS, limit: concurrency },
      ...(only && { only }),
    });
    const ended = await Promise.all(
      messages.map((message) => begin(() => attempt(message, owner, breakOff))),
    );
    if (ended.includes(false)) return RETRY_MS;
    return messages.length === 0 ? TAKEN_BY_OTHERS_MS : BETWEEN_ROUNDS_MS;
  }

  return startLeasedWorker({
    clock,
    alone,
    round,
    shortestPauseMs: BETWEEN_ROUNDS_MS,
    returnLeases: (owner) => returnMessageLeases(db, channel, owner),
    failed: (error) =>
      log.error(
        { err: error, channel },
        'L’envoi des messages a buté sur une erreur. Ils restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      ),
  });
}
