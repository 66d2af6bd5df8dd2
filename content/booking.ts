import type { Booking } from '#domain/booking.ts';
import { isPlaceholder } from './placeholder.ts';

/**
 * Where the 15-minute call is booked. `own`: here, at /rendez-vous, in the hours of content/availability.ts. Or at a
 * scheduling provider, e.g. `{ provider: 'calendly', page: 'https://calendly.com/…/15min' }` (or `'cal.com'`).
 */
export const booking: Booking = { provider: 'own' };

/** False while a provider's page is made up: step 2 then has visitors write to the agency, and leads to no such page. */
export const canBeBooked = !isPlaceholder('booking.page');
