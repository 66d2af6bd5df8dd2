import { availability } from '#content/availability.ts';
import { acceptedBudget } from '../leads/accepted-budget.ts';
import type { BookingDeps } from '../routes/bookings/deps.ts';
import { bookingStore } from '../store/bookings.ts';
import type { Database } from '../store/database.ts';
import { bookings } from './bookings.ts';
import { type BusyTimes, freeTimes } from './free-times.ts';

export interface StartBookings {
  readonly db: Database;
  readonly publicUrl: string;
  /** Bookings that one client may make in a minute. */
  readonly perMinute: number;
  readonly busy: BusyTimes;
  readonly leadOf: BookingDeps['leadOf'];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Puts together what the routes of the bookings need. */
export function startBookings({ db, publicUrl, perMinute, busy, leadOf, now }: StartBookings): BookingDeps {
  const store = bookingStore(db);
  const times = freeTimes({ availability, store, busy, now });
  return {
    availability,
    times,
    bookings: bookings({ store, times, now, host: new URL(publicUrl).hostname }),
    budget: acceptedBudget(perMinute, () => performance.now()),
    leadOf,
    now,
    publicUrl,
  };
}
