import type { Clock } from '../system/clock.ts';

/** How often a worker looks for work that another process may have made due. */
export const POLL_MS = 5_000;
/** After an error; also how soon work goes on once a lost database answers again. */
export const RETRY_MS = 2_000;
/** After a round that could claim nothing of what is due. */
export const NOT_FREE_MS = 200;

export interface Loop {
  /** There may be something to do: begins the next round now. */
  wake(): void;
  /**
   * Begins no further round; resolves when the one under way has ended.
   * @param graceMs as for a worker
   */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Works round by round until it is stopped.
 * @param round must not throw; resolves with how long there is nothing to do, in milliseconds
 * @param shortestMs a pause of this length or less is kept even when the loop is woken
 */
export function startLoop(clock: Clock, round: () => Promise<number>, shortestMs = 0): Loop {
  const stopping = new AbortController();
  let wakeUp = new AbortController();

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      wakeUp = new AbortController();
      const idleMs = await round();
      const sooner = idleMs > shortestMs ? [wakeUp.signal] : [];
      if (idleMs > 0) await clock.wait(idleMs, AbortSignal.any([...sooner, stopping.signal]));
    }
  }

  const running = run();
  return {
    wake() {
      // Every `abort` makes an error with a stack, a second one too; each lead wakes several loops.
      if (!wakeUp.signal.aborted) wakeUp.abort();
    },
    stop() {
      stopping.abort();
      return running;
    },
  };
}
