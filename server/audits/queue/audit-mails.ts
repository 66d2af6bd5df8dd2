import { domainToASCII } from 'node:url';
import { type CompiledQuery, sql } from 'kysely';
import { audit } from '#content/pages/audit.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { siteOfEmail } from '#domain/site-of-email.ts';
import { type BookingLinkDeps, bookingLink } from '../../bookings/mails/call-mails.ts';
import { idAfter } from '../../messages/ids.ts';
import { leadReference } from '../../messages/links.ts';
import { aboutLead } from '../../messages/mail/about-lead.ts';
import type { MailBlock, MailBody } from '../../messages/mail/body.ts';
import type { Mail, MailKind, MailKinds, WriteDeps } from '../../messages/mail/mail-kind.ts';
import type { ClaimedMessage } from '../../messages/message-queue.ts';
import { messageDetail } from '../../messages/new-message.ts';
import type { Database } from '../../store/database.ts';
import { eventQuery, type LeadEvent } from '../../store/leads/events.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import type { AuditRow } from '../../store/schema.ts';
import { plainText } from '../../system/plain-text.ts';
import { judgeFacts, summaryOf } from '../checks/judge-facts.ts';
import { shownHost, siteOf } from '../hosts.ts';
import { factsOf } from '../report/audit-view.ts';
import type { AuditDetail } from './audit-settle.ts';
import { auditStore } from './audit-store.ts';

/** The mails about an audit that is ready. */
export const auditKinds = {
  'owner-audit': {
    name: 'e-mail pour vous, rapport d’audit',
    write: aboutAudit((audit, lead, deps) => ({ body: ownerAuditMail(audit, lead, deps) })),
  },
  'visitor-audit': {
    name: 'e-mail au visiteur, rapport d’audit',
    write: aboutAudit(async (audit, lead, deps, message) => ({
      body: (await mayHaveReport(deps.db, lead, audit.host))
        ? visitorAuditMail(audit, lead, deps)
        : askingMail(lead, deps),
      // Asked or sent, it is for the visitor to open.
      following: auditSent(deps, message),
    })),
  },
} satisfies Partial<MailKinds>;

function aboutAudit(
  write: (
    audit: AuditRow,
    lead: StoredLead,
    deps: WriteDeps,
    message: ClaimedMessage,
  ) => Mail | Promise<Mail>,
): MailKind['write'] {
  return aboutLead(async ({ lead }, deps, message) => {
    const audit = await auditStore(deps.db).byToken(messageDetail<AuditDetail>(message).audit, deps.now);
    if (audit === undefined) return { dropped: 'Le rapport d’audit a expiré ou a été effacé.' };
    if (audit.refusal === 'not-theirs')
      return { dropped: 'Le visiteur a dit que ce site n’est pas le sien.' };
    return write(audit, lead, deps, message);
  });
}

/** That the visitor has the report, which keeps the promise of it. */
export function auditSent({ db, now }: WriteDeps, { id, lead_id }: ClaimedMessage): CompiledQuery[] {
  if (lead_id === null) return [];
  const event = { id: idAfter(id, 'audit-sent'), leadId: lead_id, kind: 'audit-sent', by: 'system' } as const;
  return [eventQuery(db, { ...event, at: { now } })];
}

/**
 * Whether a mail may lead to the report of a host: its title, its words and its picture are the site's, so that whoever
 * audits a site of their own could have us send them to anybody. The site has to be that of the address, by the Public
 * Suffix List, or whoever reads the mailbox has opened a link out of a mail of ours.
 */
export async function mayHaveReport(
  db: Database,
  { email }: Pick<StoredLead, 'email'>,
  host: string,
): Promise<boolean> {
  const domain = domainToASCII(email.slice(email.lastIndexOf('@') + 1));
  if (siteOf(domain) === siteOf(domainToASCII(host))) return true;
  const opened = await db
    .selectFrom('lead_events')
    .innerJoin('leads', 'leads.id', 'lead_events.lead_id')
    .select('lead_events.id')
    .where(sql`lower(leads.email)`, '=', sql`lower(${email})`)
    .where('lead_events.kind', '=', 'mailbox-opened')
    .limit(1)
    .execute();
  return opened.length > 0;
}

/** Longer than a report is kept. */
const ASKING_MS = 400 * 24 * 60 * 60_000;

/** The page that asks whoever reads the mailbox, before it shows the lead's newest report. */
function askingLink(lead: StoredLead, { links, publicUrl }: Pick<WriteDeps, 'links' | 'publicUrl'>): string {
  return `${publicUrl}/suivi/${links.sign('report', lead.id, lead.createdAt + ASKING_MS)}`;
}

/** The links of a lead's own mail to its reports that are ready: to those of other sites by way of the page that asks. */
export async function reportLinks(
  events: readonly LeadEvent[],
  lead: StoredLead,
  deps: Pick<WriteDeps, 'db' | 'links' | 'publicUrl'>,
): Promise<string[]> {
  const links = new Set<string>();
  for (const event of events) {
    const { url } = event.detail;
    for (const report of reportsIn([event], deps.publicUrl)) {
      const host = typeof url === 'string' ? new URL(url).hostname : '';
      links.add((await mayHaveReport(deps.db, lead, host)) ? report : askingLink(lead, deps));
    }
  }
  return [...links];
}

/** Fixed words and one button: nothing of the site, and nothing that was typed. */
function askingMail(lead: StoredLead, deps: Pick<WriteDeps, 'links' | 'publicUrl'>): MailBody {
  const { ask, unasked } = audit.mails.visitor;
  return {
    subject: ask.subject,
    title: ask.subject,
    blocks: [ask.text, { links: [{ label: ask.button, href: askingLink(lead, deps) }], main: true }, unasked],
  };
}

interface Site {
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * The mail to the visitor about an audit that is ready: fixed words, the report's address and the way to the call, and
 * nothing of what was typed, but where the site is that of the e-mail itself its name. A link leads to where another
 * site can be named.
 */
function visitorAuditMail(row: AuditRow, lead: StoredLead, deps: BookingLinkDeps): MailBody {
  const { subject, title, text, ofHost, correct, unasked } = audit.mails.visitor;
  const reference = leadReference(deps.links, lead.id, row.created_at);
  const href = `${deps.publicUrl}/introduction?ref=${reference}#${AUDIT_SECTION}`;
  return {
    subject,
    title,
    blocks: [
      row.host === domainToASCII(siteOfEmail(lead.email) ?? '') ? ofHost(shownHost(row.url)) : text,
      linkTo(row, deps),
      { links: [bookingLink(lead, deps), { label: correct, href }] },
      unasked,
    ],
  };
}

/** The mail to the owner about a lead's audit that is ready. */
function ownerAuditMail(row: AuditRow, lead: StoredLead, site: Site): MailBody {
  const words = audit.mails.owner;
  const name = plainText(lead.name);
  const facts = factsOf(row);
  const verdict: (readonly [string, string])[] =
    facts === undefined ? [] : [[words.verdict, plainText(summaryOf(judgeFacts(facts)).headline)]];
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
export function reportsIn(events: readonly LeadEvent[], publicUrl: string): string[] {
  return events.flatMap(({ kind, detail }) =>
    kind === 'audit-ready' && typeof detail.token === 'string' ? [`${publicUrl}/audit/${detail.token}`] : [],
  );
}
