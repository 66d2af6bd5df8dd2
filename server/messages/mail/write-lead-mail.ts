import type { CompiledQuery } from 'kysely';
import type { AuditDetail } from '../../audits/queue/told.ts';
import { isAsciiAddress } from '../../config/mail-address.ts';
import { auditStore } from '../../store/audits/audit-store.ts';
import type { ClaimedMessage } from '../claim.ts';
import { contactOf } from '../contact.ts';
import { idAfter, mailId } from '../ids.ts';
import { detailOf, messagesQuery } from '../new-message.ts';
import { isSettled, LAST_STEP, type ReminderDetail, reminderDue } from '../reminders.ts';
import { ownerAuditMail, visitorAuditMail } from './audit-mails.ts';
import type { MailBody } from './body.ts';
import { renderMail } from './html.ts';
import { erasureMail, ownerLeadMail, reminderMail } from './owner-mails.ts';
import { visitorLeadMail } from './visitor-mail.ts';
import type { WriteDeps, WrittenMail } from './written-mail.ts';

type LeadMailKind =
  | 'owner-lead'
  | 'owner-reminder'
  | 'owner-erasure'
  | 'owner-audit'
  | 'visitor-lead'
  | 'visitor-audit';

/**
 * Writes a mail about a lead, or says why it is dropped.
 * @param now milliseconds since the epoch
 */
export async function writeLeadMail(
  deps: WriteDeps,
  message: ClaimedMessage & { readonly kind: LeadMailKind },
  now: number,
): Promise<WrittenMail> {
  const { id, kind, lead_id } = message;
  const contact = lead_id === null ? undefined : await contactOf(deps.db, lead_id);
  if (contact === undefined) return { dropped: 'Le contact a été effacé.' };
  const { lead, events } = contact;
  const replyTo = isAsciiAddress(lead.email) ? { replyTo: lead.email } : {};
  const toOwners = (body: MailBody) => ({ mail: { id, to: deps.owners, ...replyTo, ...renderMail(body) } });
  const toVisitor = (body: MailBody) => ({ mail: { id, to: [lead.email], ...renderMail(body) } });
  const erasureRequested = events.some((event) => event.kind === 'erasure-requested');

  switch (kind) {
    case 'owner-lead':
      return toOwners(ownerLeadMail(contact, { ...deps, now }));
    case 'owner-reminder':
      if (isSettled(events, message.created_at)) return { dropped: 'Une réponse a été notée.' };
      return {
        ...toOwners(reminderMail(contact, { ...deps, now })),
        following: nextReminder(deps, message, now),
      };
    case 'owner-erasure':
      return toOwners(erasureMail(contact));
    case 'owner-audit': {
      const audit = await auditOf(deps, message, now);
      if (audit?.refusal === 'not-theirs') return NOT_THEIRS;
      return audit === undefined ? EXPIRED : toOwners(ownerAuditMail(audit, lead, deps));
    }
    case 'visitor-lead':
      return erasureRequested ? NOT_WANTED : toVisitor(visitorLeadMail(contact, deps));
    case 'visitor-audit': {
      const audit = await auditOf(deps, message, now);
      if (audit === undefined) return EXPIRED;
      if (audit.refusal === 'not-theirs') return NOT_THEIRS;
      return erasureRequested ? NOT_WANTED : toVisitor(visitorAuditMail(audit, lead, deps));
    }
  }
}

const EXPIRED = { dropped: 'Le rapport d’audit a expiré ou a été effacé.' };
const NOT_THEIRS = { dropped: 'Le visiteur a dit que ce site n’est pas le sien.' };
const NOT_WANTED = { dropped: 'L’effacement a été demandé.' };

function auditOf({ db }: WriteDeps, message: ClaimedMessage, now: number) {
  return auditStore(db).byToken(detailOf<AuditDetail>(message).audit, now);
}

function nextReminder({ db, sender }: WriteDeps, message: ClaimedMessage, now: number): CompiledQuery[] {
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
