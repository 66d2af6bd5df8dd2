import type { Booking, BookingWay } from '#domain/booking.ts';
import { decided, isPlaceholder, placeholder } from './facts/fact.ts';
import { oneOf, webAddress } from './facts/kinds.ts';

const EVENT = 'l’adresse publique de l’événement de 15 minutes, chez Calendly ou Cal.com';

/** How the 15-minute call is asked for, as `facts/booking.yaml` says it (domain/booking.ts). */
export const booking = bookingIn({ decided, placeholder, isPlaceholder });

/** How a call is asked for, out of some facts. @param facts how they are asked for (facts/fact.ts) */
export function bookingIn(facts: {
  readonly decided: typeof decided;
  readonly placeholder: typeof placeholder;
  readonly isPlaceholder: typeof isPlaceholder;
}): Booking {
  const way: BookingWay = facts.decided(
    'booking.way',
    'own',
    'comment l’appel se demande\u202f: « own » (réservé sur ce site), « calendly », « cal » (Cal.com) ou « message »',
    oneOf('own', 'calendly', 'cal', 'message'),
  );
  if (way === 'own' || way === 'message') {
    // Asked for all the same: an owner who comes back from a provider need not take the address away.
    facts.decided('booking.page', '', EVENT, webAddress);
    return { way };
  }
  const page = facts.placeholder('booking.page', 'https://example.org/15min', EVENT, webAddress);
  // A page that is made up books nothing: until the owner has said it, the visitor writes.
  return facts.isPlaceholder('booking.page') ? { way: 'message' } : { way, page };
}
