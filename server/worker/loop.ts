import type { Clock } from '../system/clock.ts';

/** Between two rounds, so that a crowd of leads is told of beside their being stored, not before it. */
export const BREATH_MS = 100;
/** Another process may have made something due. */
export const POLL_MS = 5_000;
/** After an error. */
export const AGAIN_MS = 2_000;
/** What was due was taken by another worker meanwhile. */
export const OUTRUN_MS = 200;

export interface Rounds {
  /** There may be something to do: begin the next round now. */
  wake(): void;
  /** Begins no further round; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/**
 * Works round by round until it is stopped.
 * @param round must not throw; resolves with how long there is nothing to do, in milliseconds
 */
export function startRounds(clock: Clock, round: () => Promise<number>): Rounds {
  const stopping = new AbortController();
  let wakeUp = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const idleMs = await round();
      // A round's breath is kept even when somebody wakes the worker.
      const sooner = idleMs > BREATH_MS ? [wakeUp.signal] : [];
      await clock.wait(idleMs, AbortSignal.any([...sooner, stopping.signal]));
    }
  }

  const running = run();
  return {
    wake: () => wakeUp.abort(),
    stop() {
      stopping.abort();
      return running;
    },
  };
}
