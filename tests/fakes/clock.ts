import type { Clock } from '#server/system/clock.ts';

/**
 * How many turns of the event loop a wait takes. Time jumps and the network does not, so a request that was sent
 * before a wait needs some turns (connection, request, body) to arrive before one that is sent after it.
 */
const TURNS = 8;

/** A clock on which every wait passes at once: it moves the time instead of spending it. */
export function leapingClock(startMs = 1_700_000_000_000): Clock {
  let now = startMs;
  return {
    now: () => now,
    async wait(ms, signal) {
      for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (!signal?.aborted) now += Math.max(0, ms);
    },
  };
}

export interface ManualClock extends Clock {
  /** Moves the time and ends the waits that are over by then. */
  advance(ms: number): void;
  /** Resolves with the shortest remaining wait as soon as somebody waits. */
  idle(): Promise<number>;
  /** How long each of those that wait still does, in ms; the shortest first. */
  waits(): readonly number[];
}

/** A clock that moves only when told to. */
export function manualClock(startMs = 1_700_000_000_000): ManualClock {
  let now = startMs;
  const waits = new Set<{ until: number; end: () => void }>();
  let watchers: (() => void)[] = [];

  return {
    now: () => now,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted) return resolve();
        const entry = {
          until: now + ms,
          end: () => {
            waits.delete(entry);
            resolve();
          },
        };
        waits.add(entry);
        signal?.addEventListener('abort', entry.end, { once: true });
        for (const watcher of watchers.splice(0)) watcher();
      }),
    advance(ms) {
      now += ms;
      for (const entry of [...waits]) if (entry.until <= now) entry.end();
    },
    async idle() {
      if (waits.size === 0) await new Promise<void>((resolve) => watchers.push(resolve));
      watchers = [];
      return Math.min(...[...waits].map(({ until }) => until)) - now;
    },
    waits: () => [...waits].map(({ until }) => until - now).toSorted((a, b) => a - b),
  };
}
