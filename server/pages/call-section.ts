import { validation } from '#content/pages/validation.ts';
import { CALL_SECTION, NOT_BOOKED } from '#domain/booking.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { callFacts } from './call-facts.ts';
import { heading } from './html.ts';

const SECTION = new RegExp(`(<section[^>]*\\bid="${CALL_SECTION}"[^>]*>)[^]*?</section>`);
const words = validation.booked;

/**
 * /validation with the visitor's call in the place of the words that none is booked.
 * @param html the page as built
 * @param timeZone of the office
 */
export function withCall(html: string, booking: StoredBooking, timeZone: string): string {
  const page = `/rendez-vous/${booking.token}`;
  const call = `${heading(words.title)}<div><p>${words.state}</p>
${callFacts(booking, timeZone, true)}
<p><a href="${page}.ics">${words.calendar}</a></p>
<p><a href="${page}">${words.manage}</a></p></div>`;
  return html.replace(
    SECTION,
    (_whole, opens: string) => `${opens.replace(` ${NOT_BOOKED}=""`, '')}${call}</section>`,
  );
}
