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
   * Takes one of the client's permits for a minute. A submission that has one already needs no second.
   * @param what the submission, by its id
   */
  take(client: string, what: string): Permit;
}

interface Use {
  readonly at: number;
  readonly what: string;
}

/**
 * Counts accepted submissions for each client over a sliding minute.
 * @param perMinute permits of each client
 * @param now milliseconds, from any clock that never goes back
 */
export function rateLimit(perMinute: number, now: () => number): RateLimit {
  const taken = new Map<string, Use[]>();
  let sweepAt = now() + MINUTE_MS;

  const sweep = (since: number) => {
    for (const [client, uses] of taken) if ((uses.at(-1)?.at ?? 0) <= since) taken.delete(client);
  };

  return {
    take(client, what) {
      const at = now();
      if (at >= sweepAt) {
        sweep(at - MINUTE_MS);
        sweepAt = at + MINUTE_MS;
      }
      const uses = (taken.get(client) ?? []).filter((use) => use.at > at - MINUTE_MS);
      if (uses.some((use) => use.what === what)) return { ok: true, again: true, giveBack: () => {} };
      const oldest = uses[0];
      if (oldest !== undefined && uses.length >= perMinute)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.at + MINUTE_MS - at) / 1000)) };
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
