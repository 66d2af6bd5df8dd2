import type { Clock } from '../../clock.ts';
import type { Pace, Reservation } from '../../store/pace.ts';
import type { Slot } from '../destination.ts';

/**
 * The provider takes 5 requests a second for a base (https://airtable.com/developers/web/api/rate-limits).
 * It counts them as they arrive: a little more than 200 ms leaves room for a network that bunches them up.
 */
const SPACING_MS = 220;
/**
 * The sixth slot comes 1,100 ms after the first, so 100 ms are to spare: a request may leave this much after its
 * slot, and the network has the rest.
 */
const LATENESS_MS = 60;
/** Nobody holds a slot further away than this, so that a pause finds few who have one. */
const HORIZON_MS = 2_000;
const LARGEST_ALLOWANCE_MS = 1_000;
/** After so long without a request the next one needs a new connection, and arrives later than those that follow. */
const COLD_AFTER_MS = 3_000;
const COLD_ALLOWANCE_MS = 300;
/** No row of slots reaches so far: somebody was told to pause. */
const PAUSED_MS = HORIZON_MS + SPACING_MS + LARGEST_ALLOWANCE_MS;

interface HeldSlot extends Slot {
  readonly nextAt: number;
  go(): void;
}

function held({ at, uncertainMs, nextAt }: Reservation, allowanceMs: number): HeldSlot {
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  return { at, latest: at - uncertainMs + LATENESS_MS + allowanceMs, nextAt, gone, go };
}

/** Spaces the requests to one base, over all who share its pace. */
export interface Pacer {
  /** Takes the next slot; or, when there is none to take yet, says in how many milliseconds to ask again. */
  reserve(): Promise<Slot | number>;
  /**
   * Waits for the slot; one that was missed is given up for another.
   * @param slot one that was reserved; without it, one is
   * @returns whether the request may leave now; not when there is a pause or the signal aborted
   */
  reach(slot: Slot | undefined, signal: AbortSignal): Promise<boolean>;
  /** No request for that many milliseconds, by anyone. */
  pause(ms: number): Promise<void>;
  /** Milliseconds since the epoch, as far as it is known here. */
  pausedUntil(): number;
}

export function createPacer(clock: Clock, pace: Pace): Pacer {
  let pausedUntil = 0;
  let lastLeft = Number.NEGATIVE_INFINITY;

  /** Learns of a pause from how far away the next slot is. */
  function pausedBy(aheadMs: number): boolean {
    if (aheadMs <= PAUSED_MS) return false;
    pausedUntil = Math.max(pausedUntil, clock.now() + aheadMs - HORIZON_MS);
    return true;
  }

  /** @param allowanceMs how much later than others the request may leave: the next slot is so much later too */
  async function reserve(allowanceMs = 0): Promise<HeldSlot | number> {
    const cold = clock.now() - lastLeft > COLD_AFTER_MS;
    const spacingMs = SPACING_MS + Math.max(allowanceMs, cold ? COLD_ALLOWANCE_MS : 0);
    const reservation = await pace.reserve(spacingMs, HORIZON_MS);
    if (reservation.taken) return held(reservation, allowanceMs);
    const aheadMs = reservation.at - clock.now();
    pausedBy(aheadMs);
    return Math.max(1, aheadMs - HORIZON_MS);
  }

  async function take(signal: AbortSignal, allowanceMs: number): Promise<HeldSlot | undefined> {
    while (!signal.aborted) {
      const slot = await reserve(allowanceMs);
      if (typeof slot !== 'number') return slot;
      if (pausedUntil > clock.now()) return undefined;
      await clock.wait(slot, signal);
    }
    return undefined;
  }

  /** Another slot for one that was missed: at once where nobody waits behind it, so that a busy machine loses little. */
  async function retake(slot: HeldSlot, signal: AbortSignal, allowanceMs: number) {
    const now = await pace.postpone(slot.nextAt, SPACING_MS + allowanceMs);
    return now.taken ? held(now, allowanceMs) : take(signal, allowanceMs);
  }

  async function reach(reserved: HeldSlot | undefined, signal: AbortSignal): Promise<boolean> {
    let slot = reserved ?? (await take(signal, 0));
    for (let missed = 1; slot; missed += 1) {
      if (slot.at > clock.now()) await clock.wait(slot.at - clock.now(), signal);
      if (signal.aborted || pausedUntil > clock.now() || pausedBy(await pace.ahead())) return false;
      const lateMs = clock.now() - slot.latest;
      if (lateMs <= 0) {
        lastLeft = clock.now();
        return true;
      }
      // Missed again, it is not chance: a slow database may delay requests and not stop them.
      const allowanceMs = missed > 1 ? Math.min(lateMs + LATENESS_MS, LARGEST_ALLOWANCE_MS) : 0;
      slot = await retake(slot, signal, allowanceMs);
    }
    return false;
  }

  return {
    reserve: () => reserve(),
    pausedUntil: () => pausedUntil,

    async reach(slot, signal) {
      const reserved = slot as HeldSlot | undefined;
      try {
        return await reach(reserved, signal);
      } finally {
        reserved?.go();
      }
    },

    async pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
      await pace.push(ms);
    },
  };
}
