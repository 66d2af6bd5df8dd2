import type { Clock } from '../../clock.ts';

const REQUESTS = 5;
const SECOND_MS = 1_000;
/** How often a request that finds five others under way looks again. */
const LOOK_MS = 50;

/** Lets a request out; what it returns is to be called when the answer is there, or will not come. */
export type AnySecond = (signal: AbortSignal) => Promise<() => void>;

/**
 * No more than five requests in any second as the provider counts them
 * (https://airtable.com/developers/web/api/rate-limits), however late this machine or the network makes one of them.
 * A request has arrived by the time it is answered: a sixth that leaves a second after the first's answer cannot
 * meet it in one second.
 */
export function anySecond(clock: Clock): AnySecond {
  const takenUntil = Array<number>(REQUESTS).fill(0);
  return async (signal) => {
    for (;;) {
      if (signal.aborted) return () => {};
      const place = takenUntil.findIndex((until) => until <= clock.now());
      if (place >= 0) {
        takenUntil[place] = Number.POSITIVE_INFINITY;
        return () => {
          takenUntil[place] = clock.now() + SECOND_MS;
        };
      }
      const soonest = Math.min(...takenUntil) - clock.now();
      await clock.wait(soonest === Number.POSITIVE_INFINITY ? LOOK_MS : soonest, signal);
    }
  };
}
