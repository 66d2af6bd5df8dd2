import type { Clock } from '../../clock.ts';
import type { Pace } from '../../store/pace.ts';
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
/** No row of slots reaches so far: somebody was told to pause. */
const PAUSED_MS = HORIZON_MS + SPACING_MS + LARGEST_ALLOWANCE_MS;

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
  /** Grows with what was missed, so that a slow database delays requests and does not stop them. */
  let allowanceMs = 0;

  /** Learns of a pause from how far away the next slot is. */
  function pausedBy(aheadMs: number): boolean {
    if (aheadMs <= PAUSED_MS) return false;
    pausedUntil = Math.max(pausedUntil, clock.now() + aheadMs - HORIZON_MS);
    return true;
  }

  async function reserve(): Promise<Slot | number> {
    const allowance = allowanceMs;
    const asked = clock.now();
    const { taken, inMs } = await pace.reserve(SPACING_MS + allowance, HORIZON_MS);
    const answered = clock.now();
    // Counted from the answer it is never too early; by how much it may be too late, the question's duration says.
    if (taken) return { at: answered + inMs, latest: asked + inMs + LATENESS_MS + allowance };
    pausedBy(inMs);
    return Math.max(1, inMs - HORIZON_MS);
  }

  async function take(signal: AbortSignal): Promise<Slot | undefined> {
    while (!signal.aborted) {
      const slot = await reserve();
      if (typeof slot !== 'number') return slot;
      if (pausedUntil > clock.now()) return undefined;
      await clock.wait(slot, signal);
    }
    return undefined;
  }

  return {
    reserve,
    pausedUntil: () => pausedUntil,

    async reach(reserved, signal) {
      for (let slot = reserved ?? (await take(signal)); slot; slot = await take(signal)) {
        if (slot.at > clock.now()) await clock.wait(slot.at - clock.now(), signal);
        if (signal.aborted || pausedUntil > clock.now() || pausedBy(await pace.ahead())) return false;
        const missedBy = clock.now() - slot.latest;
        allowanceMs =
          missedBy <= 0 ? 0 : Math.min(allowanceMs + missedBy + LATENESS_MS, LARGEST_ALLOWANCE_MS);
        if (missedBy <= 0) return true;
      }
      return false;
    },

    async pause(ms) {
      pausedUntil = Math.max(pausedUntil, clock.now() + ms);
      await pace.push(ms);
    },
  };
}
