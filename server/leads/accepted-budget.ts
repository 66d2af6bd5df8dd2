const MINUTE_MS = 60_000;

/** Clients remembered at once, about 20 MB; beyond it the one that was silent longest is forgotten. */
const MOST_CLIENTS = 100_000;

export type Reservation =
  | { readonly ok: true; release(): void }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface AcceptedBudget {
  /** Takes one place of `client` in the last minute; `release` gives it back when nothing new was accepted. */
  reserve(client: string): Reservation;
}

/**
 * Counts accepted submissions for each client over a sliding minute.
 * @param perMinute places each client has
 * @param now milliseconds, from any clock that never goes back
 */
export function acceptedBudget(perMinute: number, now: () => number): AcceptedBudget {
  const taken = new Map<string, number[]>();
  let sweepAt = now() + MINUTE_MS;

  const sweep = (since: number) => {
    for (const [client, times] of taken) if ((times.at(-1) ?? 0) <= since) taken.delete(client);
  };

  return {
    reserve(client) {
      const at = now();
      if (at >= sweepAt) {
        sweep(at - MINUTE_MS);
        sweepAt = at + MINUTE_MS;
      }
      const times = (taken.get(client) ?? []).filter((time) => time > at - MINUTE_MS);
      const oldest = times[0];
      if (oldest !== undefined && times.length >= perMinute)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest + MINUTE_MS - at) / 1000)) };
      // Taken out first, so that the map stays in the order of the last visit.
      taken.delete(client);
      taken.set(client, [...times, at]);
      if (taken.size > MOST_CLIENTS) taken.delete(taken.keys().next().value ?? '');
      return { ok: true, release: () => giveBack(client, at) };
    },
  };

  function giveBack(client: string, at: number): void {
    const times = taken.get(client) ?? [];
    const index = times.indexOf(at);
    if (index < 0) return;
    if (times.length === 1) taken.delete(client);
    else taken.set(client, times.toSpliced(index, 1));
  }
}
