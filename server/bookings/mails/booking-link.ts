import { booking as contentBooking } from '#content/booking.ts';
import { mails } from '#content/mails.ts';
import { type Booking, byWay } from '#domain/booking.ts';
import { type Links, leadReference } from '../../messages/links.ts';
import type { MailLink } from '../../messages/mail/body.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';

export interface BookingLinkDeps {
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
  /** How a call is asked for; the content's choice when it is not given. */
  readonly booking?: Booking;
}

/**
 * The link by which a visitor books the call as the lead that they are. It shows name and e-mail to whoever opens it, so
 * it stands in mails to the lead's own address and nowhere else.
 */
export function bookingLink(
  lead: StoredLead,
  { links, publicUrl, booking = contentBooking }: BookingLinkDeps,
): MailLink {
  const { book, bookByMessage } = mails.visitor;
  const step2 = `${publicUrl}/introduction`;
  const ref = `?ref=${leadReference(links, lead.id, lead.createdAt)}`;
  return byWay<MailLink>(booking, {
    own: { label: book, href: `${publicUrl}/rendez-vous${ref}` },
    provider: () => ({ label: book, href: `${step2}${ref}` }),
    message: { label: bookByMessage, href: step2 },
  });
}
