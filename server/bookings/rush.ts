import type { Instant } from '#domain/instant.ts';
import { widestKey } from '../http/limits/client-key.ts';
import { type Permit, rateLimit } from '../http/limits/rate-limit.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The name under which those without a proof of work are counted together; no address is written so. */
const UNPROVED = 'without a proof';
const ALL = 'all';

/** What is booked at once in 24 hours before the rest waits, in parts of what one client may book in that time. */
const PARTS = {
  /** From one network, the widest that is counted. */
  network: 0.25,
  /** Without a proof of work, from anywhere. */
  [UNPROVED]: 0.25,
  /** From anywhere: more than on a busy day, and days away from a full calendar. */
  [ALL]: 2,
};

/** Whether a booking is more than the calendar can take unseen. */
export interface Share {
  /** It waits for the owner's word. */
  readonly held: boolean;
  /** To be called when nothing was booked after all. */
  giveBack(): void;
}

export interface RushBrake {
  /**
   * Counts a booking against its network, against those without a proof and against all, or says that it is to be held;
   * what is held counts for nothing, so a rush from one network holds nobody else's.
   * @param proved whether a fresh proof of work came with it
   * @param id of the booking
   */
  take(address: string, proved: boolean, id: string): Promise<Share>;
}

export interface RushDeps {
  /** How many calls one client may book in 24 hours. */
  readonly perClient: number;
  /** How many calls were booked at once, on all servers, since an instant. */
  readonly bookedSince: (sinceMs: Instant) => Promise<number>;
  readonly now: () => Instant;
  /** Milliseconds, from any clock that never goes back. */
  readonly elapsed: () => number;
}

const HELD: Share = { held: true, giveBack: () => {} };

/** Notices a rush of bookings, over all clients. The parts are counted on each server, all together on all of them. */
export function rushBrake({ perClient, bookedSince, now, elapsed }: RushDeps): RushBrake {
  const most = (part: keyof typeof PARTS) => Math.ceil(perClient * PARTS[part]);
  const limitOf = (part: keyof typeof PARTS) => rateLimit(most(part), elapsed, DAY_MS);
  const limits = { network: limitOf('network'), [UNPROVED]: limitOf(UNPROVED), [ALL]: limitOf(ALL) };

  return {
    async take(address, proved, id) {
      if ((await bookedSince(now() - DAY_MS)) >= most(ALL)) return HELD;
      const counts = [
        () => limits.network.take(widestKey(address), id),
        ...(proved ? [] : [() => limits[UNPROVED].take(UNPROVED, id)]),
        () => limits[ALL].take(ALL, id),
      ];
      const permits: Extract<Permit, { ok: true }>[] = [];
      const giveBack = () => {
        for (const permit of permits) permit.giveBack();
      };
      for (const count of counts) {
        const permit = count();
        if (permit.ok) permits.push(permit);
        else {
          giveBack();
          return HELD;
        }
      }
      return { held: false, giveBack };
    },
  };
}
