import { mails } from '#content/mails.ts';
import { audit } from '#content/pages/audit.ts';
import { promises } from '#content/promises/promises.ts';
import type { Contact } from '../contact.ts';
import { frenchTime } from '../french-time.ts';
import { promisedBy, promisedUntil } from '../promised-by.ts';
import { reportsIn } from './audit-mails.ts';
import type { MailBody } from './body.ts';
import { type BookingLinkDeps, bookingLink } from './booking-link.ts';

/** Longer than leads are kept, so that the link in the mail works as long as there is something to erase. */
const ERASURE_LINK_MS = 3 * 365 * 24 * 60 * 60_000;

/**
 * The mail that confirms a request to the visitor. It contains nothing that was typed into the form, so that nobody
 * can use it to send text of their own to somebody else. One that had to wait names no time that has passed.
 * @param now milliseconds since the epoch
 */
export function visitorLeadMail(contact: Contact, deps: BookingLinkDeps, now: number): MailBody {
  const { lead, events } = contact;
  const { links, publicUrl } = deps;
  const words = mails.visitor;
  const { answer, audit: report } = promises;
  const promising = (
    [
      [answer, words.answer],
      [report, words.audit],
    ] as const
  ).flatMap(([promised, say]) =>
    promisedUntil(promised, contact) > now ? [say(promisedBy(promised, contact))] : [],
  );
  const erase = links.sign('erasure', lead.id, lead.createdAt + ERASURE_LINK_MS);
  return {
    subject: words.subject,
    title: words.title,
    blocks: [
      words.received(frenchTime(lead.createdAt)),
      ...(promising.length > 0 ? [{ heading: words.next }, { list: promising }] : []),
      { links: [bookingLink(lead, deps)], main: true },
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
