import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import type { Links } from '../../messages/links.ts';
import { messagesQuery } from '../../messages/new-message.ts';
import { visitorMails } from '../../messages/visitor-mails.ts';
import type { Database } from '../../store/database.ts';
import { eventQuery } from '../../store/leads/events.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { ClaimedAudit } from './claim.ts';

export interface Consequences {
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
}

/** What a mail about an audit is about. */
export interface AuditDetail {
  readonly audit: string;
}

/**
 * What follows when the audit of a lead is ready: an event, and the report's address by mail to visitor and owner, to
 * the owner once for each host and day. No mail goes out about a held lead; once it is released, its first mails have
 * the address.
 */
export async function toldOf(
  db: Database,
  { token, url, host, lead_id }: ClaimedAudit,
  { links, sender }: Consequences,
  now: Instant,
): Promise<CompiledQuery[]> {
  const reader = leadReader(db);
  const lead = lead_id === null ? undefined : await reader.byId(lead_id);
  if (lead === undefined) return [];
  const event = eventQuery(db, {
    id: idAfter(token, 'ready'),
    leadId: lead.id,
    kind: 'audit-ready',
    by: 'system',
    at: { now },
    detail: { token, url },
  });
  if (await reader.isHeld(lead.id)) return [event];
  const mails = await visitorMails(db, {
    ...{ instant: db.engine.instant(now), now, links },
    emails: [lead.email],
  });
  const detail: AuditDetail = { audit: token };
  const mail = (kind: 'visitor-audit' | 'owner-audit', cause: string) => ({
    id: mailId(idAfter(cause, kind), sender),
    kind,
    lead_id: lead.id,
    detail,
  });
  // One of each host and day (in UTC): a message whose id is known is not added again.
  const ownersCause = `${lead.id} ${host} ${new Date(now).toISOString().slice(0, 10)}`;
  return [
    event,
    messagesQuery(db, now, [
      {
        ...mail('visitor-audit', token),
        ...mails.next(lead.email, { client: null, released: 0 }, detail),
      },
      mail('owner-audit', ownersCause),
    ]),
  ];
}
