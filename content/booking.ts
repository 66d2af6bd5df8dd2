import type { Booking } from '#domain/booking.ts';
import { isPlaceholder, placeholder } from './placeholder.ts';

/** Where the 15-minute call is booked: `calendly` or `cal.com`, and the public page of the event. */
export const booking: Booking = {
  provider: 'calendly',
  page: placeholder(
    'booking.page',
    'https://calendly.com/atelier-48-exemple/15min',
    'la page de réservation de 15 minutes (Calendly ou Cal.com)',
  ),
};

/** False while the page above is made up: step 2 then has visitors write to the agency, and leads to no such page. */
export const canBeBooked = !isPlaceholder('booking.page');
