import type { Instant } from '#domain/instant.ts';
import { networksOf } from './client-key.ts';

const MINUTE_MS = 60_000;

/** Permits remembered at once, about 50 MB; beyond it the network that was silent longest is forgotten. */
const MOST_REMEMBERED = 120_000;

/** What a rate limit answers: go ahead, or when to come back. */
export type Permit =
  | {
      readonly ok: true;
      /** The submission had its permit already. */
      readonly again: boolean;
      /** To be called when nothing new was accepted after all. */
      giveBack(): void;
    }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface RateLimit {
  /**
   * Takes a permit for the window in each network that the client is counted in, or in none. A submission that has its
   * permits already needs no others.
   * @param address the client's, or any other name that permits are counted by
   * @param what the submission, by its id
   */
  take(address: string, what: string): Permit;
}

/** When each submission came, by its id where the network is the client itself, else by its permit; the oldest first. */
type Counted = Map<unknown, number>;

/**
 * Counts accepted submissions for each client, and for each network around it, over a sliding window.
 * @param permits of each client within the window; a wider network has a multiple of them (`networksOf`)
 * @param now milliseconds, from any clock that never goes back
 * @param windowMs a minute unless given
 */
export function rateLimit(permits: number, now: () => Instant, windowMs = MINUTE_MS): RateLimit {
  const taken = new Map<string, Counted>();
  /** Goes along the map as it is emptied: begun anew each time, it would pass all that was deleted before. */
  const silentest = taken.keys();
  let remembered = 0;
  let sweepAt = now() + windowMs;

  /** Leaves out what is older than the window; the oldest comes first. */
  function prune(key: string, at: Instant): Counted | undefined {
    const counted = taken.get(key);
    for (const [what, since] of counted ?? []) {
      if (since > at - windowMs) break;
      counted?.delete(what);
      remembered -= 1;
    }
    if (counted?.size === 0) taken.delete(key);
    return taken.get(key);
  }

  function add(key: string, what: unknown, at: Instant): void {
    const counted = taken.get(key) ?? new Map();
    // Deleted first, so that the map stays in the order of the last visit.
    taken.delete(key);
    taken.set(key, counted.set(what, at));
    remembered += 1;
    if (remembered <= MOST_REMEMBERED) return;
    const { value: silent = '' } = silentest.next();
    remembered -= taken.get(silent)?.size ?? 0;
    taken.delete(silent);
  }

  function remove(key: string, what: unknown, at: Instant): void {
    const counted = taken.get(key);
    // Once forgotten, it may have been taken anew under the same id.
    if (counted?.get(what) !== at) return;
    counted.delete(what);
    remembered -= 1;
    if (counted.size === 0) taken.delete(key);
  }

  return {
    take(address, what) {
      const at = now();
      if (at >= sweepAt) {
        for (const key of taken.keys()) prune(key, at);
        sweepAt = at + windowMs;
      }
      const [client, ...wider] = networksOf(address);
      if (prune(client.key, at)?.has(what)) return { ok: true, again: true, giveBack: () => {} };
      for (const { key, factor } of [client, ...wider]) {
        const counted = prune(key, at);
        if (counted === undefined || counted.size < permits * factor) continue;
        const [oldest = at] = counted.values();
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + windowMs - at) / 1000)) };
      }
      // Two clients of a network may name the same submission.
      const permit = {};
      const counts = [[client.key, what] as const, ...wider.map(({ key }) => [key, permit] as const)];
      for (const [key, name] of counts) add(key, name, at);
      return {
        ok: true,
        again: false,
        giveBack: () => {
          for (const [key, name] of counts) remove(key, name, at);
        },
      };
    },
  };
}
