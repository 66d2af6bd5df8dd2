import type { Pace } from '../../store/provider-rate/pace.ts';
import type { Places } from '../../store/provider-rate/places.ts';
import type { Clock } from '../../system/clock.ts';
import type { Slot } from '../destination.ts';

/**
 * The provider takes 5 requests a second for a base (https://airtable.com/developers/web/api/rate-limits).
 * A little more than 200 ms, so that a request seldom finds all places taken.
 */
const SPACING_MS = 220;
const SECOND_MS = 1_000;
/** Nobody holds a slot further away than this, so that a pause finds few who have one. */
const HORIZON_MS = 2_000;
/** No row of slots reaches so far: somebody was told to pause. */
const PAUSED_MS = HORIZON_MS + SPACING_MS;
/** How often a request that finds five others under way looks again. */
const LOOK_MS = 50;
/** How long a server may stand still between asking for a place and sending: its place waits that much longer. */
const STANDSTILL_MS = 5_000;

interface HeldSlot extends Slot {
  go(): void;
}

function held(at: number): HeldSlot {
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  return { at, gone, go };
}

/** To be called when the answer is there, or will not come. */
export type Answered = () => Promise<void>;

/**
 * Spaces the requests to one base, over all who share its pace. The slots spread them; the places see to it that no
 * more than five stand in any second as the provider counts them, however late a machine or the network makes one:
 * a request has arrived by the time it is answered, so one that leaves a second after that cannot meet it.
 */
export interface Pacer {
  /** Takes the next slot; or, when there is none to take yet, says in how many milliseconds to ask again. */
  reserve(): Promise<Slot | number>;
  /**
   * Waits for the slot, then for a place.
   * @param slot one that was reserved; without it, one is
   * @returns undefined when the request may not leave: there is a pause, or the signal aborted
   */
  reach(slot: Slot | undefined, signal: AbortSignal): Promise<Answered | undefined>;
  /** No request for that many milliseconds, by anyone. */
  pause(ms: number): Promise<void>;
  /** Milliseconds since the epoch, as far as it is known here. */
  pausedUntil(): number;
}

export interface PacerOptions {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly places: Places;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
}

export function createPacer({ clock, pace, places, timeoutMs }: PacerOptions): Pacer {
  const holdMs = STANDSTILL_MS + timeoutMs + SECOND_MS;
  let pausedUntil = 0;

  /** Learns of a pause from how far away the next slot is. */
  function pausedBy(aheadMs: number): boolean {
    if (aheadMs <= PAUSED_MS) return false;
    pausedUntil = Math.max(pausedUntil, clock.now() + aheadMs - HORIZON_MS);
    return true;
  }

  async function reserve(): Promise<HeldSlot | number> {
    const { taken, at } = await pace.reserve(SPACING_MS, HORIZON_MS);
    if (taken) return held(at);
    const aheadMs = at - clock.now();
    pausedBy(aheadMs);
    return Math.max(1, aheadMs - HORIZON_MS);
  }

  async function slotFor(signal: AbortSignal): Promise<HeldSlot | undefined> {
    while (!signal.aborted) {
      const slot = await reserve();
      if (typeof slot !== 'number') return slot;
      if (pausedUntil > clock.now()) return undefined;
      await clock.wait(slot, signal);
    }
    return undefined;
  }

  async function reach(slot: HeldSlot | undefined, signal: AbortSignal): Promise<Answered | undefined> {
    const { at } = slot ?? (await slotFor(signal)) ?? {};
    if (at === undefined) return undefined;
    if (at > clock.now()) await clock.wait(at - clock.now(), signal);
    while (!signal.aborted && pausedUntil <= clock.now()) {
      const asked = clock.now();
      const place = await places.take(holdMs);
      if (typeof place === 'number') await clock.wait(Math.min(place, LOOK_MS), signal);
      else if (await mayLeave(asked, signal)) return () => places.leave(place, SECOND_MS);
      else await places.leave(place, 0);
    }
    return undefined;
  }

  /** Asked last of all, since whoever waited for a place may have missed much. */
  async function mayLeave(asked: number, signal: AbortSignal): Promise<boolean> {
    if (pausedBy(await pace.ahead())) return false;
    return !signal.aborted && pausedUntil <= clock.now() && clock.now() - asked < STANDSTILL_MS;
  }

  return {
    reserve,
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
