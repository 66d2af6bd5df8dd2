import { booking } from '#content/booking.ts';
import { mails } from '#content/mails.ts';
import { office } from '#content/office.ts';
import { audit } from '#content/pages/audit.ts';
import { promises } from '#content/promises/promises.ts';
import { deadlineOf, type Promised } from '#domain/promise.ts';
import type { Contact } from '../contact.ts';
import { frenchTime } from '../french-time.ts';
import { type Links, leadReference } from '../links.ts';
import { reportsIn } from './audit-mails.ts';
import type { MailBody } from './body.ts';

/** Longer than leads are kept, so that the link in the mail works as long as there is something to erase. */
const ERASURE_LINK_MS = 3 * 365 * 24 * 60 * 60_000;

export interface VisitorMailDeps {
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * The mail that confirms a request to the visitor. It contains nothing that was typed into the form, so that nobody
 * can use it to send text of their own to somebody else.
 */
export function visitorLeadMail({ lead, events }: Contact, { links, publicUrl }: VisitorMailDeps): MailBody {
  const words = mails.visitor;
  const by = (promised: Promised) => frenchTime(deadlineOf(promised, lead.createdAt, office));
  const erase = links.sign('erasure', lead.id, lead.createdAt + ERASURE_LINK_MS);
  const reference = leadReference(links, lead.id, lead.createdAt);
  const book = booking.provider === 'own' ? `/rendez-vous?ref=${reference}` : '/introduction';
  return {
    subject: words.subject,
    title: words.title,
    blocks: [
      words.received(frenchTime(lead.createdAt)),
      { heading: words.next },
      { list: [words.answer(by(promises.answer)), words.audit(by(promises.audit))] },
      { links: [{ label: words.book, href: `${publicUrl}${book}` }], main: true },
      ...reportsIn(events, publicUrl).map((href) => ({ links: [{ label: audit.mails.visitor.open, href }] })),
      words.erase,
      {
        links: [
          { label: words.eraseLink, href: `${publicUrl}/effacement/${erase}` },
          { label: words.privacy, href: `${publicUrl}/privacy-policy` },
        ],
      },
    ],
  };
}
