import type { Clock } from '../system/clock.ts';
import { RETRY_MS, startLoop } from './loop.ts';

/** A lease: longer than everything that one claim can lead to. In milliseconds. */
export const LEASE_MS = 60_000;
const STOP_GRACE_MS = 2_000;
/** Time to write down what became of the work that was broken off; with a hanging database leases end by themselves. */
const RECORDING_MS = 3_000;

export interface Worker {
  /** Something may be due: looks for it now. */
  wake(): void;
  /**
   * Claims nothing more, lets what is under way end for 2 s at most, then breaks it off; gives every lease back.
   * Resolves within 5 s, whatever the database does.
   * @param graceMs how long what is under way is let end; 0: it is broken off at once
   */
  stop(graceMs?: number): Promise<void>;
}

/** What a round works with. */
export interface Turn {
  /** In whose name rows are claimed. */
  readonly owner: string;
  /** Aborted when nothing more may be begun. */
  readonly stopping: AbortSignal;
  /** Aborted when what is under way must end. */
  readonly breakOff: AbortSignal;
  /** Work that has begun and has not ended. */
  readonly underWay: ReadonlySet<Promise<unknown>>;
  /**
   * Begins a piece of work on claimed rows. An error of it is reported, and the leases are given back before the next
   * round; the promise never rejects.
   * @returns whether it went without an error
   */
  begin(task: () => Promise<void>): Promise<boolean>;
}

export interface LeasedWork {
  readonly clock: Clock;
  /**
   * Whether no other process ever works on this database, as on an embedded one: then all leases found at the start belong
   * to one that is gone. On a shared one they may be those of a server that stands still, and goes on later.
   */
  readonly alone: boolean;
  /** Gives back the leases of an owner, or those of everyone. */
  returnLeases(owner: string | 'everyone'): Promise<void>;
  /** Reports an error of the database; the round is repeated after 2 s. */
  failed(error: unknown): void;
  /** @returns how long there is nothing to do, in milliseconds */
  round(turn: Turn): Promise<number>;
  /** A pause of this length or less is kept even when the worker is woken, in milliseconds. */
  readonly shortestPauseMs?: number;
}

/** Works on rows that it leases, round by round, until it is stopped. */
export function startLeasedWorker(work: LeasedWork): Worker {
  const { clock, returnLeases, failed, shortestPauseMs } = work;
  const owner = crypto.randomUUID();
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  let othersLeases = work.alone;
  let ownLeases = false;

  /** @returns what the task resolves with; `otherwise` when it failed, which is reported */
  async function safely<T>(task: () => Promise<T>, otherwise: T): Promise<T> {
    try {
      return await task();
    } catch (error) {
      // Rows may be leased that nobody works on.
      ownLeases = true;
      failed(error);
      return otherwise;
    }
  }

  function begin(task: () => Promise<void>): Promise<boolean> {
    const running = safely(() => task().then(() => true), false).finally(() => underWay.delete(running));
    underWay.add(running);
    return running;
  }

  const turn: Turn = { owner, stopping: stopping.signal, breakOff: breakingOff.signal, underWay, begin };

  async function round(): Promise<number> {
    if (othersLeases) await returnLeases('everyone');
    othersLeases = false;
    if (ownLeases && underWay.size === 0) {
      await returnLeases(owner);
      ownLeases = false;
    }
    return work.round(turn);
  }

  const loop = startLoop(clock, () => safely(round, RETRY_MS), shortestPauseMs);
  return {
    wake: loop.wake,
    async stop(graceMs = STOP_GRACE_MS) {
      stopping.abort();
      const done = new AbortController();
      const ended = loop
        .stop()
        .then(() => Promise.all(underWay))
        .then(() => safely(() => returnLeases(owner), undefined))
        .then(() => done.abort());
      await Promise.race([ended, graceMs > 0 && clock.wait(graceMs, done.signal)]);
      breakingOff.abort();
      await Promise.race([ended, clock.wait(RECORDING_MS, done.signal)]);
    },
  };
}
