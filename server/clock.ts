import { setTimeout as sleep } from 'node:timers/promises';

/** Time as a parameter, so that tests own it. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after that many milliseconds, or at once when the signal aborts; never rejects. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  async wait(ms, signal) {
    try {
      await sleep(ms, undefined, signal && { signal });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
