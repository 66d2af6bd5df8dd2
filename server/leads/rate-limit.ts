const MINUTE_MS = 60_000;

/** Clients remembered at once, about 30 MB; beyond it the one that was silent longest is forgotten. */
const MOST_CLIENTS = 100_000;

export type Reservation =
  | { readonly ok: true /** It had this place already. */; readonly again: boolean; release(): void }
  | { readonly ok: false; readonly retryAfterSeconds: number };

export interface AcceptedBudget {
  /**
   * Takes one place of `client` in the last minute; `release` gives it back when nothing new was accepted. What the
   * same client has a place for already costs no other.
   * @param what the submission, by its id
   */
  reserve(client: string, what: string): Reservation;
}

interface Place {
  readonly at: number;
  readonly what: string;
}

/**
 * Counts accepted submissions for each client over a sliding minute.
 * @param perMinute places each client has
 * @param now milliseconds, from any clock that never goes back
 */
export function acceptedBudget(perMinute: number, now: () => number): AcceptedBudget {
  const taken = new Map<string, Place[]>();
  let sweepAt = now() + MINUTE_MS;

  const sweep = (since: number) => {
    for (const [client, places] of taken) if ((places.at(-1)?.at ?? 0) <= since) taken.delete(client);
  };

  return {
    reserve(client, what) {
      const at = now();
      if (at >= sweepAt) {
        sweep(at - MINUTE_MS);
        sweepAt = at + MINUTE_MS;
      }
      const places = (taken.get(client) ?? []).filter((place) => place.at > at - MINUTE_MS);
      if (places.some((place) => place.what === what)) return { ok: true, again: true, release: () => {} };
      const oldest = places[0];
      if (oldest !== undefined && places.length >= perMinute)
        return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((oldest.at + MINUTE_MS - at) / 1000)) };
      // Taken out first, so that the map stays in the order of the last visit.
      taken.delete(client);
      const place = { at, what };
      taken.set(client, [...places, place]);
      if (taken.size > MOST_CLIENTS) taken.delete(taken.keys().next().value ?? '');
      return { ok: true, again: false, release: () => giveBack(client, place) };
    },
  };

  function giveBack(client: string, place: Place): void {
    const others = (taken.get(client) ?? []).filter((one) => one !== place);
    if (others.length === 0) taken.delete(client);
    else taken.set(client, others);
  }
}
