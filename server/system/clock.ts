import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '#domain/instant.ts';

/** Time as a parameter, so that tests own it. */
export interface Clock {
  now(): Instant;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * The time at the start of the process, and what has passed since: a clock that is set right, or wrong, while the
 * server runs neither delays a lead nor ends a lease early.
 */
export const systemClock: Clock = {
  now: () => Math.round(performance.timeOrigin + performance.now()),
  async wait(ms, signal) {
    try {
      await sleep(ms, undefined, signal && { signal });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
