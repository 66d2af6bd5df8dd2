import type { Instant } from '#domain/instant.ts';
import type { Clock } from '../system/clock.ts';
import type { Departure } from './destination.ts';
import type { Pace } from './pace.ts';
import type { Permits } from './permits.ts';

/**
 * The provider takes 5 requests a second for a base (https://airtable.com/developers/web/api/rate-limits).
 * A little more than 200 ms, so that a request seldom has to wait for a permit.
 */
const SPACING_MS = 220;
const SECOND_MS = 1_000;
/** Departures are reserved no further ahead than this: reservations made before a pause began would not know of it. */
const HORIZON_MS = 2_000;
/**
 * Servers reserve departures up to HORIZON_MS ahead. A next departure beyond that was moved there by a server that the
 * provider asked to pause.
 */
const PAUSED_MS = HORIZON_MS + SPACING_MS;
/** How often a request that found no free permit asks again. */
const RECHECK_MS = 50;
/** How long a server may be frozen between taking a permit and sending: the permit is kept that much longer. */
const STANDSTILL_MS = 5_000;

interface ReservedDeparture extends Departure {
  go(): void;
}

function reservedAt(at: Instant): ReservedDeparture {
  const { promise: gone, resolve: go } = Promise.withResolvers<void>();
  return { at, gone, go };
}

/** Gives the permit back: to be called when the answer is there, or will not come. */
export type GiveBack = () => Promise<void>;

/**
 * Keeps all servers together within the provider's rate. Departures spread the requests evenly and carry a pause to
 * every server. Permits guarantee that the provider never counts more than five requests in a second, however late a
 * machine or the network makes one: a permit is free again one second after its request was answered, and so after it
 * arrived.
 */
export interface Pacer {
  /** Reserves the next departure; or, when none can be reserved yet, returns in how many milliseconds to ask again. */
  reserve(): Promise<Departure | number>;
  /**
   * Waits for the departure, then for a permit.
   * @param departure a reserved one; without it, one is reserved
   * @returns undefined when the request may not leave: there is a pause, or the signal aborted
   */
  acquire(departure: Departure | undefined, signal: AbortSignal): Promise<GiveBack | undefined>;
  /** No server sends a request for that many milliseconds. */
  pause(ms: number): Promise<void>;
  /** Until when this server knows of a pause. */
  pausedUntil(): Instant;
}

export interface PacerOptions {
  readonly clock: Clock;
  readonly pace: Pace;
  readonly permits: Permits;
  /** How long one request may take, in milliseconds. */
  readonly timeoutMs: number;
}

export function createPacer({ clock, pace, permits, timeoutMs }: PacerOptions): Pacer {
  const keepMs = STANDSTILL_MS + timeoutMs + SECOND_MS;
  let pausedUntil = 0;

  /** Notices a pause that another server began: the next departure is further away than departures are reserved. */
  function pausedBy(aheadMs: number): boolean {
    if (aheadMs <= PAUSED_MS) return false;
    pausedUntil = Math.max(pausedUntil, clock.now() + aheadMs - HORIZON_MS);
    return true;
  }

  async function reserve(): Promise<ReservedDeparture | number> {
    const { taken, at } = await pace.reserve(SPACING_MS, HORIZON_MS);
    if (taken) return reservedAt(at);
    const aheadMs = at - clock.now();
    pausedBy(aheadMs);
    return Math.max(1, aheadMs - HORIZON_MS);
  }

  async function nextDeparture(signal: AbortSignal): Promise<ReservedDeparture | undefined> {
    while (!signal.aborted) {
      const departure = await reserve();
      if (typeof departure !== 'number') return departure;
      if (pausedUntil > clock.now()) return undefined;
      await clock.wait(departure, signal);
    }
    return undefined;
  }

  async function waitFor(
    departure: ReservedDeparture | undefined,
    signal: AbortSignal,
  ): Promise<GiveBack | undefined> {
    const { at } = departure ?? (await nextDeparture(signal)) ?? {};
    if (at === undefined) return undefined;
    if (at > clock.now()) await clock.wait(at - clock.now(), signal);
    while (!signal.aborted && pausedUntil <= clock.now()) {
      const asked = clock.now();
      const permit = await permits.take(keepMs);
      if (typeof permit === 'number') await clock.wait(Math.min(permit, RECHECK_MS), signal);
      else if (await mayLeave(asked, signal)) return () => permits.giveBack(permit, SECOND_MS);
      else await permits.giveBack(permit, 0);
    }
    return undefined;
  }

  /** Checked with the permit in hand: while waiting for it a pause may have begun, or the machine been frozen. */
  async function mayLeave(asked: number, signal: AbortSignal): Promise<boolean> {
    if (pausedBy(await pace.ahead())) return false;
    return !signal.aborted && pausedUntil <= clock.now() && clock.now() - asked < STANDSTILL_MS;
  }

  return {
    reserve,
    pausedUntil: () => pausedUntil,

    async acquire(departure, signal) {
      const reserved = departure as ReservedDeparture | undefined;
      try {
        return await waitFor(reserved, signal);
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
