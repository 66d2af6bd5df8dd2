import { availability, whenCalendarUnreadable } from '#content/availability.ts';
import type { Booking } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { bookings } from '../bookings/bookings.ts';
import { type BusyTimes, ownerCalendar } from '../bookings/calendar/owner-calendar.ts';
import { readCalendar } from '../bookings/calendar/read-calendar.ts';
import { callMessages, mailboxAsked } from '../bookings/call-messages.ts';
import { formIds } from '../bookings/form-id.ts';
import { freeTimes } from '../bookings/free-times.ts';
import type { BookingDeps } from '../bookings/routes/deps.ts';
import { mostAtOnce, rushBrake } from '../bookings/rush.ts';
import { freeDays } from '../bookings/store/blocked-hours.ts';
import { bookingStore } from '../bookings/store/booking-store.ts';
import type { Secret } from '../config/secrets.ts';
import type { FormProofs } from '../http/limits/form-proof.ts';
import type { RateLimits } from '../http/limits/shared-rate-limit.ts';
import { floodTeller } from '../messages/flood.ts';
import { type Links, leadReference } from '../messages/links.ts';
import type { Network } from '../outgoing/network.ts';
import type { Database } from '../store/database.ts';
import { leadReader } from '../store/leads/lead-reader.ts';
import type { Log } from '../system/log.ts';

const DAY_MS = 24 * 60 * 60_000;
const FIRST_LIST_MS = 7 * 24 * 60 * 60_000;

export interface StartBookings {
  readonly db: Database;
  readonly publicUrl: string;
  /** How a call is asked for. */
  readonly booking: Booking;
  /** Tries to book that one client has in a minute, and bookings that it may make in 24 hours. */
  readonly perMinute: number;
  readonly calendarUrl: Secret | undefined;
  /** The owner's addresses, by which invitations know her. */
  readonly owners: readonly string[];
  /** The way out to the calendar, in the place of the system's. */
  readonly network?: Network | undefined;
  readonly log: Log;
  readonly links: Links;
  readonly limits: Pick<RateLimits, 'of'>;
  readonly proofs: FormProofs;
  /** The secret key of the ids that the booking form without JavaScript has (`formIds`). */
  readonly formKey: Secret;
  /** Address that mails come from. */
  readonly sender: string;
  /** Something may be due. */
  readonly wake: () => void;
  readonly now: () => Instant;
}

/** Puts together what the routes of the bookings need. */
export function startBookings(deps: StartBookings): BookingDeps {
  const { publicUrl, perMinute, links, limits, proofs, now } = deps;
  const { store: _store, ...rules } = bookingRules(deps, busyTimes(deps, new URL(publicUrl).hostname));
  return {
    booking: deps.booking,
    ...{ availability, proofs, ...rules },
    formIds: formIds(deps.formKey),
    limit: limits.of('calls', perMinute),
    dayLimit: limits.of('calls of a day', perMinute, DAY_MS),
    clientHash: links.clientHash,
    rush: rushBrake(perMinute, limits.of),
    onHeld: floodTeller(deps, 'call-rush', RUSH),
    leadOf: (reference) => links.read('reference', reference, now()),
    referenceOf: (leadId) => leadReference(links, leadId, now()),
    personOf: leadReader(deps.db).byId,
    now,
    publicUrl,
  };
}

/** What the rules of booking need, on a server or in a command. */
export type BookingRulesDeps = Pick<StartBookings, 'db' | 'publicUrl' | 'sender' | 'wake' | 'now'> &
  /** Absent in a command, which books nothing. */
  Partial<Pick<StartBookings, 'perMinute' | 'links'>>;

/** The rules of booking over a database. @param busy when the owner is busy elsewhere */
export function bookingRules(deps: BookingRulesDeps, busy: BusyTimes) {
  const { db, publicUrl, sender, wake, now, perMinute = 0, links } = deps;
  const store = bookingStore(db);
  const times = freeTimes({ availability, store, busy, now });
  const rules = bookings({
    ...{ store, times, now, wake, host: new URL(publicUrl).hostname },
    atOnce: mostAtOnce(perMinute),
    askMailbox: async (booking, client, at) =>
      links === undefined ? [] : mailboxAsked({ db, links, sender }, booking, client, at),
    consequences: (booking, change, at, isQuiet) =>
      callMessages(db, booking, change, sender, at, change, isQuiet),
  });
  return { store, times, bookings: rules };
}

/**
 * Makes the first list of free times before a visitor asks for it: it takes long while nothing is compiled yet and the
 * zone's table is not there. To be called once the server listens.
 */
export function listAhead({ times, now }: Pick<BookingDeps, 'times' | 'now'>): void {
  void times.list(now(), now() + FIRST_LIST_MS).catch(() => {});
}

function busyTimes({ db, calendarUrl, owners, network, log, now }: StartBookings, host: string): BusyTimes {
  if (calendarUrl === undefined) return { between: async () => [] };
  const { timeZone, horizonDays } = availability;
  return ownerCalendar({
    read: (from, to) => readCalendar(calendarUrl, { from, to, timeZone, host, owners }, network),
    free: () => freeDays(db).all(),
    whenUnreadable: whenCalendarUnreadable,
    horizonDays,
    now,
    log,
  });
}

const RUSH =
  'Afflux de réservations : il en arrive plus que d’ordinaire, d’un même réseau, sans preuve de travail ou en tout. Celles qui ' +
  'suivent sont enregistrées et attendent votre accord, leur heure reste libre. Voyez ./oui release-calls ; ' +
  './oui cancel-calls --since annule ce qui a été réservé depuis une heure.';
