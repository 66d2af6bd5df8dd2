import { audit } from '#content/pages/audit.ts';
import { remedies } from '../../audits/checks/remedies.ts';
import type { AuditDetail } from '../../audits/queue/told.ts';
import { factsOf } from '../../audits/report/audit-view.ts';
import { auditStore } from '../../store/audits/audit-store.ts';
import type { Database } from '../../store/database.ts';
import type { MessageRow } from '../../store/schema.ts';
import type { Contact } from '../contact.ts';
import { plainText } from '../plain-text.ts';
import type { MailBody, MailLink } from './body.ts';

export interface AuditMailDeps {
  readonly db: Database;
  /** Origin of the site. */
  readonly publicUrl: string;
}

/**
 * Writes a mail about an audit that is ready, or says why it is not owed any more. The visitor's has fixed words and
 * the report's address: nothing of what was typed stands in it.
 * @param now milliseconds since the epoch
 */
export async function auditMail(
  { db, publicUrl }: AuditMailDeps,
  { kind, detail }: Pick<MessageRow, 'kind' | 'detail'>,
  { lead, events }: Contact,
  now: number,
): Promise<MailBody | { readonly dropped: string }> {
  const { audit: token } = JSON.parse(detail ?? '{}') as AuditDetail;
  const row = await auditStore(db).byToken(token, now);
  if (row === undefined) return { dropped: 'Le rapport d’audit a expiré ou a été effacé.' };
  if (kind === 'visitor-audit' && events.some((event) => event.kind === 'erasure-requested'))
    return { dropped: 'L’effacement a été demandé.' };
  const open: MailLink = { label: audit.mails.visitor.open, href: `${publicUrl}/audit/${token}` };
  if (kind === 'visitor-audit') {
    const { subject, title, text, unasked } = audit.mails.visitor;
    return { subject, title, blocks: [text, { links: [open], main: true }, unasked] };
  }
  const words = audit.mails.owner;
  const name = plainText(lead.name);
  const facts = factsOf(row);
  const verdict: (readonly [string, string])[] =
    facts === undefined ? [] : [[words.verdict, plainText(remedies(facts).verdict)]];
  return {
    subject: words.subject(name),
    title: words.title(name),
    blocks: [{ facts: [[words.site, plainText(row.url)], ...verdict] }, { links: [open], main: true }],
  };
}

/** Addresses of the reports that are ready, out of a lead's story. */
export function reportsIn(events: Contact['events'], publicUrl: string): string[] {
  return events.flatMap(({ kind, detail }) =>
    kind === 'audit-ready' && typeof detail.token === 'string' ? [`${publicUrl}/audit/${detail.token}`] : [],
  );
}
