import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { siteOfEmail } from '#domain/site-of-email.ts';
import { remedies } from '../../audits/checks/remedies.ts';
import { factsOf } from '../../audits/report/audit-view.ts';
import { shownHost } from '../../audits/report/shown-host.ts';
import type { AuditRow } from '../../store/schema.ts';
import { plainText } from '../../system/plain-text.ts';
import type { Contact } from '../contact.ts';
import { leadReference } from '../links.ts';
import type { MailBlock, MailBody } from './body.ts';
import { type BookingLinkDeps, bookingLink } from './booking-link.ts';

interface Site {
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * The mail to the visitor about an audit that is ready: fixed words, the report's address and the way to the call, and
 * nothing of what was typed, but where the site is that of the e-mail itself its name. A link leads to where another
 * site can be named.
 */
export function visitorAuditMail(row: AuditRow, lead: Contact['lead'], deps: BookingLinkDeps): MailBody {
  const { subject, title, text, ofHost, correct, unasked } = audit.mails.visitor;
  const reference = leadReference(deps.links, lead.id, row.created_at);
  const href = `${deps.publicUrl}/introduction?ref=${reference}#${AUDIT_SECTION}`;
  return {
    subject,
    title,
    blocks: [
      row.host === siteOfEmail(lead.email) ? ofHost(shownHost(row.url)) : text,
      linkTo(row, deps),
      { links: [bookingLink(lead, deps), { label: correct, href }] },
      unasked,
    ],
  };
}

/** The mail to the owner about a lead's audit that is ready. */
export function ownerAuditMail(row: AuditRow, lead: Contact['lead'], site: Site): MailBody {
  const words = audit.mails.owner;
  const name = plainText(lead.name);
  const facts = factsOf(row);
  const verdict: (readonly [string, string])[] =
    facts === undefined ? [] : [[words.verdict, plainText(remedies(facts).headline)]];
  return {
    subject: words.subject(name),
    title: words.title(name),
    blocks: [{ facts: [[words.site, plainText(row.url)], ...verdict] }, linkTo(row, site)],
  };
}

function linkTo({ token }: AuditRow, { publicUrl }: Site): MailBlock {
  const label = audit.mails.visitor.open;
  return { links: [{ label, href: `${publicUrl}/audit/${token}` }], main: true };
}

/** Addresses of the reports that are ready, out of a lead's story. */
export function reportsIn(events: Contact['events'], publicUrl: string): string[] {
  return events.flatMap(({ kind, detail }) =>
    kind === 'audit-ready' && typeof detail.token === 'string' ? [`${publicUrl}/audit/${detail.token}`] : [],
  );
}
