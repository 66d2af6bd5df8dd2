import { mails } from '#content/mails.ts';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { type BookingLinkDeps, bookingLink } from '../../bookings/mails/call-mails.ts';
import { leadReference } from '../../messages/links.ts';
import type { MailBody } from '../../messages/mail/body.ts';
import { promisedBy, promisedUntil } from '../../messages/promised-by.ts';
import { frenchTime } from '../../system/french-time.ts';
import type { Contact } from '../follow-up/contact.ts';

/** Longer than leads are kept, so that the link in the mail works as long as there is something to erase. */
const ERASURE_LINK_MS = 3 * 365 * 24 * 60 * 60_000;

/**
 * The mail that confirms a request to the visitor. It contains nothing that was typed into the form, so that nobody
 * can use it to send text of their own to somebody else. One that had to wait names no time that has passed.
 * Where nobody knows the site, it asks for it.
 * @param reports links to audits that are ready
 */
export function visitorLeadMail(
  contact: Contact,
  deps: BookingLinkDeps & { readonly takesAudits?: boolean },
  now: Instant,
  reports: readonly string[] = [],
): MailBody {
  const { lead, events, isSiteMissing = false } = contact;
  const { links, publicUrl, takesAudits = false } = deps;
  const words = mails.visitor;
  const promising = (
    [
      ['answer', words.answer],
      ['audit', words.audit],
    ] as const
  ).flatMap(([promised, say]) =>
    promisedUntil(promised, contact) > now ? [say(promisedBy(promised, contact))] : [],
  );
  const asksSite = isSiteMissing && !events.some(({ kind }) => kind === 'audit-ready');
  const field = `${publicUrl}/introduction?ref=${leadReference(links, lead.id, lead.createdAt)}#${AUDIT_SECTION}`;
  const erase = links.sign('erasure', lead.id, lead.createdAt + ERASURE_LINK_MS);
  return {
    subject: words.subject,
    title: words.title,
    blocks: [
      words.received(frenchTime(lead.createdAt)),
      ...(promising.length > 0 ? [{ heading: words.next }, { list: promising }] : []),
      ...(asksSite ? [takesAudits ? words.asksSite : words.asksSiteByReply] : []),
      {
        links: [
          ...(asksSite && takesAudits ? [{ label: words.nameSite, href: field }] : []),
          bookingLink(lead, deps),
        ],
        main: true,
      },
      ...reports.map((href) => ({ links: [{ label: audit.mails.visitor.open, href }] })),
      words.erase,
      {
        links: [
          { label: words.eraseLink, href: `${publicUrl}/effacement/${erase}` },
          { label: words.privacy, href: `${publicUrl}/privacy-policy` },
        ],
        quiet: true,
      },
    ],
  };
}
