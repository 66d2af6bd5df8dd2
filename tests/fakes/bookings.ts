import type { NewBooking } from '#server/bookings/store/booking.ts';

const MINUTE = 60_000;
/** A Tuesday at the office, 9h00. */
export const NINE = Date.parse('2026-11-24T08:00Z');

/** The time of a call, with its buffer; minutes. */
export const timeAt = (start: number, minutes = 15, buffer = 15) => ({
  start,
  end: start + minutes * MINUTE,
  coversUntil: start + (minutes + buffer) * MINUTE,
});

/** A booking as the store takes it. */
export function someBooking(start = NINE, overrides: Partial<NewBooking> = {}): NewBooking {
  const id = crypto.randomUUID();
  return {
    id,
    token: `token-${id}`,
    uid: `${id}@example.ch`,
    leadId: null,
    name: 'Zoé “Müller” 🌶',
    email: 'zoe@example.ch',
    phone: '+41215550148',
    timeZone: 'America/New_York',
    time: timeAt(start),
    ...overrides,
  };
}
