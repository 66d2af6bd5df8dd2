import type { CompiledQuery } from 'kysely';
import type { AuditDetail } from '../../audits/queue/told.ts';
import { auditStore } from '../../store/audits/audit-store.ts';
import type { ClaimedMessage } from '../claim.ts';
import { type Contact, contactOf } from '../contact.ts';
import { eventQuery } from '../events.ts';
import { idAfter, mailId } from '../ids.ts';
import { detailOf, messagesQuery } from '../new-message.ts';
import { isSettled, LAST_STEP, type ReminderDetail, reminderDue, timesReminded } from '../reminders.ts';
import { ownerAuditMail, visitorAuditMail } from './audit-mails.ts';
import type { MailBody } from './body.ts';
import { renderMail } from './html.ts';
import { erasureMail, ownerLeadMail, ownerLinksMail, reminderMail } from './owner-mails.ts';
import { replyTo } from './reply-to.ts';
import { visitorLeadMail } from './visitor-mail.ts';
import type { Dropped, WriteDeps, WrittenMail } from './written-mail.ts';

export type LeadMailKind =
  | 'owner-lead'
  | 'owner-reminder'
  | 'owner-links'
  | 'owner-erasure'
  | 'owner-audit'
  | 'visitor-lead'
  | 'visitor-audit';

/** What a mail about a lead is written from. */
export type MessageAboutLead = Omit<ClaimedMessage, 'kind'> & { readonly kind: LeadMailKind };

/** What a mail about a lead says, and the statements to run once it is accepted. */
export interface LeadMail {
  readonly contact: Contact;
  readonly body: MailBody;
  readonly following?: readonly CompiledQuery[];
}

/**
 * Writes a mail about a lead, or says why it is dropped.
 * @param now milliseconds since the epoch
 */
export async function writeLeadMail(
  deps: WriteDeps,
  message: MessageAboutLead,
  now: number,
): Promise<WrittenMail> {
  const written = await leadMail(deps, message, now);
  if ('dropped' in written) return written;
  const { contact, body, following = [] } = written;
  const { email } = contact.lead;
  const isVisitors = message.kind.startsWith('visitor-');
  const to = { to: isVisitors ? [email] : deps.owners, ...replyTo(isVisitors ? deps.owners[0] : email) };
  return { mail: { id: message.id, ...to, ...renderMail(body) }, following };
}

/** The same before it is rendered, as a bundle tells it among others. */
export async function leadMail(
  deps: WriteDeps,
  message: MessageAboutLead,
  now: number,
): Promise<LeadMail | Dropped> {
  const { kind, lead_id } = message;
  const contact = lead_id === null ? undefined : await contactOf(deps.db, lead_id);
  if (contact === undefined) return { dropped: 'Le contact a été effacé.' };
  const { lead, events } = contact;
  const erasureRequested = events.some((event) => event.kind === 'erasure-requested');

  switch (kind) {
    case 'owner-lead':
      return { contact, body: ownerLeadMail(contact, { ...deps, now }) };
    case 'owner-reminder':
      if (isSettled(events, message.created_at)) return { dropped: 'Une réponse a été notée.' };
      if ((await timesReminded(deps.db, lead.id)) >= LAST_STEP)
        return { dropped: 'Déjà rappelé trois fois\u202f: l’e-mail de la semaine en parle.' };
      return {
        contact,
        body: reminderMail(contact, { ...deps, now }),
        following: nextReminder(deps, message, now),
      };
    case 'owner-links':
      return { contact, body: ownerLinksMail(contact, { ...deps, now }) };
    case 'owner-erasure':
      return { contact, body: erasureMail(contact) };
    case 'owner-audit': {
      const audit = await auditOf(deps, message, now);
      if (audit?.refusal === 'not-theirs') return NOT_THEIRS;
      return audit === undefined ? EXPIRED : { contact, body: ownerAuditMail(audit, lead, deps) };
    }
    case 'visitor-lead':
      if (erasureRequested) return NOT_WANTED;
      return {
        contact,
        body: visitorLeadMail(contact, deps, now),
        following: events.some((event) => event.kind === 'audit-ready') ? auditSent(deps, message, now) : [],
      };
    case 'visitor-audit': {
      const audit = await auditOf(deps, message, now);
      if (audit === undefined) return EXPIRED;
      if (audit.refusal === 'not-theirs') return NOT_THEIRS;
      if (erasureRequested) return NOT_WANTED;
      return {
        contact,
        body: visitorAuditMail(audit, lead, deps),
        following: auditSent(deps, message, now),
      };
    }
  }
}

const EXPIRED = { dropped: 'Le rapport d’audit a expiré ou a été effacé.' };
const NOT_THEIRS = { dropped: 'Le visiteur a dit que ce site n’est pas le sien.' };
const NOT_WANTED = { dropped: 'L’effacement a été demandé.' };

function auditOf({ db }: WriteDeps, message: MessageAboutLead, now: number) {
  return auditStore(db).byToken(detailOf<AuditDetail>(message).audit, now);
}

/** That the visitor has the report, which keeps the promise of it. */
function auditSent({ db }: WriteDeps, { id, lead_id }: MessageAboutLead, now: number): CompiledQuery[] {
  if (lead_id === null) return [];
  const event = { id: idAfter(id, 'audit-sent'), leadId: lead_id, kind: 'audit-sent', by: 'system' } as const;
  return [eventQuery(db, { ...event, at: { now } })];
}

function nextReminder({ db, sender }: WriteDeps, message: MessageAboutLead, now: number): CompiledQuery[] {
  const { id, lead_id, released } = message;
  const { step, since } = detailOf<ReminderDetail>(message);
  if (step >= LAST_STEP) return [];
  const detail = { step: step + 1, since };
  const next = {
    ...{ id: mailId(idAfter(id, 'reminder'), sender), kind: 'owner-reminder' as const, lead_id, released },
    dueAt: Math.max(now, reminderDue(detail, now)),
    detail,
  };
  return [messagesQuery(db, now, [next])];
}
