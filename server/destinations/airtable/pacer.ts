import type { Clock } from '../../clock.ts';

/**
 * The provider takes 5 requests a second for a base (https://airtable.com/developers/web/api/rate-limits).
 * It counts them as they arrive: a little more than 200 ms leaves room for a network that bunches them up.
 */
const SPACING_MS = 220;

/** Spaces the requests to one base. */
export interface Pacer {
  /** Resolves when the next request may go out, or when the signal aborts. */
  turn(signal: AbortSignal): Promise<void>;
  /** No request for that many milliseconds. */
  pause(ms: number): void;
  /** Milliseconds since the epoch. */
  pausedUntil(): number;
}

export function createPacer(clock: Clock): Pacer {
  let nextTurn = 0;
  let pausedUntil = 0;
  return {
    async turn(signal) {
      const at = Math.max(clock.now(), nextTurn, pausedUntil);
      nextTurn = at + SPACING_MS;
      if (at > clock.now()) await clock.wait(at - clock.now(), signal);
    },
    pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
    },
    pausedUntil: () => pausedUntil,
  };
}
