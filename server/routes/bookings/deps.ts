import type { Availability } from '#domain/availability.ts';
import type { Lead } from '#domain/lead.ts';
import type { Bookings } from '../../bookings/bookings.ts';
import type { FreeTimes } from '../../bookings/free-times.ts';
import type { RateLimit } from '../../leads/rate-limit.ts';

/** What the routes of the bookings share. */
export interface BookingDeps {
  readonly bookings: Bookings;
  readonly times: FreeTimes;
  readonly availability: Availability;
  /** Bookings and moves that one client may make in a minute. */
  readonly limit: RateLimit;
  /** The lead that a signed reference stands for; undefined when it stands for none. */
  readonly leadOf: (reference: string) => string | undefined;
  /** Who said yes with that lead; undefined when it is gone. */
  readonly personOf: (leadId: string) => Promise<Pick<Lead, 'name' | 'email'> | undefined>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Origin of the site. */
  readonly publicUrl: string;
}

/** A store that is stuck may not keep a visitor waiting. In milliseconds. */
export const STORE_TIMEOUT_MS = 20_000;
export const RETRY_STORE_SECONDS = 30;
