import { widestKey } from '../http/limits/client-key.ts';
import type { Permit } from '../http/limits/rate-limit.ts';
import type { ServiceLimit } from '../http/limits/shared-rate-limit.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The name under which those without a proof of work are counted together; no address is written so. */
const UNPROVED = 'without a proof';

/** What is booked at once in 24 hours before the rest waits, in parts of what one client may book in that time. */
const PARTS = {
  /** From one network, the widest that is counted. */
  network: 0.25,
  /** Without a proof of work, from anywhere. */
  unproved: 0.25,
  /** By those of whom nothing is known: of forty addresses that somebody invents in a second, so many get a mail. */
  strangers: 1,
  /** By them and by those whose lead is here: more than on a busy day, and days away from a full calendar. */
  all: 2,
} as const;

/** How many calls may be booked at once within 24 hours, whoever books them. */
export function mostAtOnce(perClient: number): Readonly<Record<'strangers' | 'all', number>> {
  return { strangers: Math.ceil(perClient * PARTS.strangers), all: Math.ceil(perClient * PARTS.all) };
}

/** Whether a booking is more than the calendar can take unseen. */
export interface Share {
  /** It waits for the owner's word. */
  readonly held: boolean;
  /** To be called when nothing was booked after all. */
  giveBack(): void;
}

export interface RushBrake {
  /**
   * Counts a booking against its network, and against those without a proof, or says that it is to be held; what is held
   * counts for nothing, so a rush from one network holds nobody else's.
   * @param proved whether a fresh proof of work came with it
   * @param id of the booking
   */
  take(address: string, proved: boolean, id: string): Promise<Share>;
}

const HELD: Share = { held: true, giveBack: () => {} };

/** Notices a rush of bookings from one network or without proofs. @param limitOf makes a limit within 24 hours */
export function rushBrake(
  perClient: number,
  limitOf: (name: string, perClient: number, windowMs: number) => ServiceLimit,
): RushBrake {
  const limit = (part: 'network' | 'unproved') =>
    limitOf(`calls ${part}`, Math.ceil(perClient * PARTS[part]), DAY_MS);
  const [network, unproved] = [limit('network'), limit('unproved')];

  return {
    async take(address, proved, id) {
      const counts = [
        () => network.take(widestKey(address), id),
        ...(proved ? [] : [() => unproved.take(UNPROVED, id)]),
      ];
      const permits: Extract<Permit, { ok: true }>[] = [];
      const giveBack = () => {
        for (const permit of permits) permit.giveBack();
      };
      for (const count of counts) {
        const permit = await count();
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
