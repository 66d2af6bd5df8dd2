import { availability, whenCalendarUnreadable } from '#content/availability.ts';
import type { Network } from '../audits/address/network.ts';
import { bookings } from '../bookings/bookings.ts';
import type { BusyTimes } from '../bookings/calendar/busy-times.ts';
import { ownerCalendar } from '../bookings/calendar/owner-calendar.ts';
import { readCalendar } from '../bookings/calendar/read-calendar.ts';
import { callMessages } from '../bookings/call-messages.ts';
import { freeTimes } from '../bookings/free-times.ts';
import type { Secret } from '../config/secrets.ts';
import { rateLimit } from '../leads/rate-limit.ts';
import type { Links } from '../messages/links.ts';
import type { BookingDeps } from '../routes/bookings/deps.ts';
import { bookingStore } from '../store/bookings/booking-store.ts';
import type { Database } from '../store/database.ts';
import { leadReader } from '../store/leads/lead-reader.ts';
import type { Log } from '../system/log.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_LIST_MS = 7 * 24 * 60 * 60_000;

export interface StartBookings {
  readonly db: Database;
  readonly publicUrl: string;
  /** Tries to book that one client has in a minute, and bookings that it may make in 24 hours. */
  readonly perMinute: number;
  readonly calendarUrl: Secret | undefined;
  /** The way out to the calendar, in the place of the system's. */
  readonly network?: Network | undefined;
  readonly log: Log;
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
  /** Something may be due. */
  readonly wake: () => void;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Puts together what the routes of the bookings need. */
export function startBookings(deps: StartBookings): BookingDeps {
  const { db, publicUrl, perMinute, links, sender, wake, now } = deps;
  const host = new URL(publicUrl).hostname;
  const busy = busyTimes(deps, host);
  const store = bookingStore(db);
  const times = freeTimes({ availability, store, busy, now });
  return {
    availability,
    times,
    bookings: bookings({
      ...{ store, times, now, host, wake },
      consequences: (booking, change, at) => callMessages(db, booking, change, sender, at),
    }),
    limit: rateLimit(perMinute, () => performance.now()),
    dayLimit: rateLimit(perMinute, () => performance.now(), DAY_MS),
    leadOf: (reference) => links.read('reference', reference, now()),
    personOf: leadReader(db).byId,
    now,
    publicUrl,
  };
}

/**
 * Makes the first list of free times before a visitor asks for it: it takes long while nothing is compiled yet and the
 * zone's table is not there. To be called once the server listens.
 */
export function listAhead({ times, now }: Pick<BookingDeps, 'times' | 'now'>): void {
  void times.list(now(), now() + FIRST_LIST_MS).catch(() => {});
}

function busyTimes({ calendarUrl, network, log, now }: StartBookings, host: string): BusyTimes {
  if (calendarUrl === undefined) return { between: async () => [] };
  const { timeZone, horizonDays } = availability;
  return ownerCalendar({
    read: (from, to) => readCalendar(calendarUrl, { from, to, timeZone, host }, network),
    whenUnreadable: whenCalendarUnreadable,
    horizonDays,
    now,
    log,
  });
}
