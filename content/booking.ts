import type { Booking } from '#domain/booking.ts';
import { placeholder } from './placeholder.ts';

/** Where the 15-minute call is booked: `calendly` or `cal.com`, and the public page of the event. */
export const booking: Booking = {
  provider: 'calendly',
  page: placeholder(
    'booking.page',
    'https://calendly.com/atelier-48-exemple/15min',
    'la page de réservation de 15 minutes (Calendly ou Cal.com)',
  ),
};
