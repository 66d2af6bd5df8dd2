const MINUTE_MS = 60_000;

/** Clients remembered at once, about 30 MB; beyond it the one that was silent longest is forgotten. */
const MOST_CLIENTS = 100_000;

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
   * Takes one of the client's permits for the window. A submission that has one already needs no second.
   * @param what the submission, by its id
   */
  take(client: string, what: string): Permit;
}

interface Use {
  readonly at: number;
  readonly what: string;
}

/**
 * Counts accepted submissions for each client over a sliding window.
 * @param permits of each client within the window
 * @param now milliseconds, from any clock that never goes back
 * @param windowMs a minute unless given
 */
export function rateLimit(permits: number, now: () => number, windowMs = MINUTE_MS): RateLimit {
  const taken = new Map<string, Use[]>();
  let sweepAt = now() + windowMs;

  const sweep = (since: number) => {
    for (const [client, uses] of taken) if ((uses.at(-1)?.at ?? 0) <= since) taken.delete(client);
  };

  return {
    take(client, what) {
      const at = now();
      if (at >= sweepAt) {
        sweep(at - windowMs);
        sweepAt = at + windowMs;
      }
      const uses = (taken.get(client) ?? []).filter((use) => use.at > at - windowMs);
      if (uses.some((use) => use.what === what)) return { ok: true, again: true, giveBack: () => {} };
      const oldest = uses[0];
      if (oldest !== undefined && uses.length >= permits)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.at + windowMs - at) / 1000)) };
      // Deleted first, so that the map stays in the order of the last visit.
      taken.delete(client);
      const use = { at, what };
      taken.set(client, [...uses, use]);
      if (taken.size > MOST_CLIENTS) taken.delete(taken.keys().next().value ?? '');
      return { ok: true, again: false, giveBack: () => giveBack(client, use) };
    },
  };

  function giveBack(client: string, use: Use): void {
    const others = (taken.get(client) ?? []).filter((one) => one !== use);
    if (others.length === 0) taken.delete(client);
    else taken.set(client, others);
  }
}
