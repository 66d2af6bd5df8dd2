import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Instant } from '#domain/instant.ts';
import { retryDelay } from '../queue/backoff.ts';
import { makeDue, nextDue } from '../queue/due.ts';
import { startLeasedWorker, type Turn, type Worker } from '../queue/leased-worker.ts';
import { returnLeases, watchClock } from '../queue/leases.ts';
import { NOT_FREE_MS, POLL_MS, RETRY_MS } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import type { Clock } from '../system/clock.ts';
import { type Claim, type ClaimedMessage, claimMessages, messageQueue, settle } from './message-queue.ts';

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
  admit?(now: Instant): Promise<Claim['only']>;
}

/** Sends the due messages of one channel, each by itself, until it is stopped. */
export function startMessageWorker(options: MessageWorkerOptions): Worker {
  const { db, channel, concurrency, clock, log, alone, deliver, pausedForMs = () => 0 } = options;
  const queue = messageQueue(channel);
  const setBackMs = watchClock(db, queue, clock);

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

  /** What was due by a clock that was set back since is due now. What is to be sent later, as a reminder is, stays where it is. */
  async function mendClock(): Promise<void> {
    const byMs = await setBackMs();
    const wasDue = sql<boolean>`due_at <= ${db.engine.instant(clock.now())} + ${byMs}`;
    if (byMs > 0) for await (const _ of makeDue(db, queue, clock.now, wasDue));
  }

  async function round({ owner, breakOff, begin }: Turn): Promise<number> {
    await mendClock();
    const paused = pausedForMs();
    if (paused > 0) return Math.min(POLL_MS, paused);
    const dueIn = await nextDue(db, queue, clock.now());
    if (dueIn === undefined || dueIn > 0) return Math.min(POLL_MS, dueIn ?? POLL_MS);
    const now = clock.now();
    const only = await options.admit?.(now);
    const messages = await claimMessages(db, {
      ...{ channel, owner, now, limit: concurrency },
      ...(only && { only }),
    });
    const ended = await Promise.all(
      messages.map((message) => begin(() => attempt(message, owner, breakOff))),
    );
    if (ended.includes(false)) return RETRY_MS;
    return messages.length === 0 ? NOT_FREE_MS : BETWEEN_ROUNDS_MS;
  }

  return startLeasedWorker({
    clock,
    alone,
    round,
    shortestPauseMs: BETWEEN_ROUNDS_MS,
    returnLeases: (owner) => returnLeases(db, queue, owner, clock.now()),
    failed: (error) =>
      log.error(
        { err: error, channel },
        'L’envoi des messages a buté sur une erreur. Ils restent dans la base de données, un nouvel essai suit dans quelques secondes. ' +
          'Si cette ligne revient, vérifiez que la base de données répond et qu’il y a de la place sur son disque.',
      ),
  });
}
