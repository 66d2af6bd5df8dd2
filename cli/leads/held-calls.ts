import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import { bookingLine } from './calls.ts';
import type { Invocation } from './command.ts';

const MOST_LISTED = 20;

/** The rules of booking for a command: a server that runs notices within a second, and sends what follows. */
export function rulesFor({ config, store, now }: Invocation): ReturnType<typeof bookingRules> {
  const { mail, publicUrl } = config;
  const deps = { db: store.db, publicUrl, sender: mail.from.address, wake: () => {}, now };
  // What a command does hangs on no calendar: the owner decides.
  return bookingRules(deps, { between: async () => [] });
}

/** Bookings in one line each, the first of them when there are many. */
export function listed(bookings: readonly StoredBooking[]): string[] {
  const rest = bookings.length - MOST_LISTED;
  return [...bookings.slice(0, MOST_LISTED).map(bookingLine), ...(rest > 0 ? [`  et ${rest} de plus`] : [])];
}
