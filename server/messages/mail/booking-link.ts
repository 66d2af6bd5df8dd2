import { booking } from '#content/booking.ts';
import { mails } from '#content/mails.ts';
import type { Contact } from '../contact.ts';
import { type Links, leadReference } from '../links.ts';
import type { MailLink } from './body.ts';

export interface BookingLinkDeps {
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * The link by which a visitor books the call as the lead that they are. It shows name and e-mail to whoever opens it, so
 * it stands in mails to the lead's own address and nowhere else.
 */
export function bookingLink(lead: Contact['lead'], { links, publicUrl }: BookingLinkDeps): MailLink {
  const reference = leadReference(links, lead.id, lead.createdAt);
  const page = booking.provider === 'own' ? `/rendez-vous?ref=${reference}` : '/introduction';
  return { label: mails.visitor.book, href: `${publicUrl}${page}` };
}
