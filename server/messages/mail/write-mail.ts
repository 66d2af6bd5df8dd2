import type { CompiledQuery } from 'kysely';
import type { Week } from '#domain/working-time.ts';
import { isAsciiAddress } from '../../config/mail-address.ts';
import type { Database } from '../../store/database.ts';
import type { ClaimedMessage } from '../claim.ts';
import { contactOf } from '../contact.ts';
import { heldLeads } from '../held-digest.ts';
import { idAfter, mailId } from '../ids.ts';
import type { Links } from '../links.ts';
import { messagesQuery } from '../new-message.ts';
import { isSettled, LAST_STEP, type ReminderDetail, reminderDue } from '../reminders.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import { weekFigures } from '../week-figures.ts';
import { alarmMail, alarmOverMail } from './alarm-mail.ts';
import { auditMail } from './audit-mails.ts';
import type { MailBody } from './body.ts';
import { isAboutCall, writeCallMail } from './call-mails.ts';
import { floodMail, heldMail, webhookStoppedMail } from './held-mail.ts';
import { written } from './html.ts';
import { erasureMail, ownerLeadMail, reminderMail } from './owner-mails.ts';
import type { OutgoingMail } from './transport.ts';
import { visitorLeadMail } from './visitor-mail.ts';
import { weekMail } from './week-mail.ts';

const MOST_LISTED = 20;

export interface WriteDeps {
  readonly db: Database;
  readonly links: Links;
  readonly publicUrl: string;
  readonly owners: readonly string[];
  readonly sender: string;
}

/** A mail to send and the statements to run once it is accepted, or why it is dropped. */
export type Written =
  | { readonly mail: OutgoingMail; readonly following: readonly CompiledQuery[] }
  | { readonly dropped: string };

/** The kinds of message that are no mails; another one that is forgotten above does not compile. */
type OtherChannel = `webhook-${string}` | 'provider-status';

const GONE = { dropped: 'Le contact a été effacé.' };

/** Writes a mail out of what the database says now. Mails are not stored, so personal data is not kept twice. */
export async function writeMail(deps: WriteDeps, message: ClaimedMessage, now: number): Promise<Written> {
  const { db, owners } = deps;
  const toOwners = (body: MailBody, following: readonly CompiledQuery[] = [], replyTo?: string) => ({
    mail: outgoing(message.id, owners, body, replyTo),
    following,
  });

  if (message.kind === 'owner-held') {
    const held = await heldLeads(db, MOST_LISTED);
    return held.count === 0 ? { dropped: 'Plus aucun contact n’est retenu.' } : toOwners(heldMail(held));
  }
  if (message.kind === 'owner-flood') return toOwners(floodMail(message.created_at));
  if (message.kind === 'owner-week') {
    const week = detailOf<Pick<Week, 'from' | 'to'>>(message);
    return toOwners(weekMail(await weekFigures(db, week, now, message.id)));
  }
  if (message.kind === 'owner-alarm-over') return toOwners(alarmOverMail(detailOf<AlarmDetail>(message)));
  if (message.kind === 'owner-alarm') {
    const detail = detailOf<AlarmDetail>(message);
    return (await isOver(db, detail)) ? { dropped: OVER } : toOwners(alarmMail(detail));
  }
  if (message.kind === 'owner-webhook-stopped') return toOwners(webhookStoppedMail(message.created_at));

  if (isAboutCall(message.kind)) {
    const about = await writeCallMail(deps, message, now);
    return 'dropped' in about ? about : { ...about, following: [] };
  }

  const contact = message.lead_id === null ? undefined : await contactOf(db, message.lead_id);
  if (contact === undefined) return GONE;
  const { lead, events } = contact;
  const replyTo = contact.reachable && isAsciiAddress(lead.email) ? lead.email : undefined;
  switch (message.kind) {
    case 'owner-lead':
      return toOwners(ownerLeadMail(contact, { ...deps, now }), [], replyTo);
    case 'owner-reminder':
      if (isSettled(events, message.created_at)) return { dropped: 'Une réponse a été notée.' };
      return toOwners(reminderMail(contact, { ...deps, now }), nextReminder(deps, message, now), replyTo);
    case 'owner-erasure':
      return toOwners(erasureMail(contact), [], replyTo);
    case 'visitor-lead':
      if (events.some(({ kind }) => kind === 'erasure-requested'))
        return { dropped: 'L’effacement a été demandé.' };
      return { mail: outgoing(message.id, [lead.email], visitorLeadMail(contact, deps)), following: [] };
    case 'visitor-audit':
    case 'owner-audit': {
      const body = await auditMail(deps, message, contact, now);
      if ('dropped' in body) return body;
      return message.kind === 'owner-audit'
        ? toOwners(body, [], replyTo)
        : { mail: outgoing(message.id, [lead.email], body), following: [] };
    }
    default:
      throw new Error(`no mail is written for ${message.kind satisfies OtherChannel}`);
  }
}

function detailOf<T>({ detail }: ClaimedMessage): T {
  return JSON.parse(detail ?? '{}') as T;
}

const OVER = 'L’alerte est finie\u202f: l’e-mail qui le dit part à sa place.';

/** Whether the alarm has ended since: the mail about its end says when it began as well. */
async function isOver(db: Database, { alarm, spell }: AlarmDetail): Promise<boolean> {
  const row = await db.selectFrom('alarms').selectAll().where('name', '=', alarm).executeTakeFirst();
  return row !== undefined && (row.spell > spell || row.ended_at !== null);
}

function outgoing(id: string, to: readonly string[], body: MailBody, replyTo?: string): OutgoingMail {
  return { id, to, ...(replyTo !== undefined && { replyTo }), ...written(body) };
}

function nextReminder({ db, sender }: WriteDeps, message: ClaimedMessage, now: number): CompiledQuery[] {
  const { step, since } = detailOf<ReminderDetail>(message);
  if (!(step < LAST_STEP)) return [];
  const detail = { step: step + 1, since };
  const dueAt = Math.max(now, reminderDue(detail, now));
  const { lead_id, released } = message;
  const id = mailId(idAfter(message.id, 'reminder'), sender);
  return [messagesQuery(db, now, [{ id, kind: 'owner-reminder', lead_id, released, dueAt, detail }])];
}
