import type { CompiledQuery } from 'kysely';
import { mails } from '#content/mails.ts';
import { ruleOf } from '#domain/lead-fields.ts';
import { SOURCE_FIELDS } from '#domain/source.ts';
import { auditSent, reportLinks } from '../../audits/queue/audit-mails.ts';
import { exampleLead, TOLD_FIELDS } from '../../fields/lead-fields.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import type { MessageKinds } from '../../messages/kinds/message-kinds.ts';
import { aboutLead } from '../../messages/mail/about-lead.ts';
import { floodMail } from '../../messages/mail/flood-mail.ts';
import type { MailKind, WriteDeps, Written } from '../../messages/mail/mail-kind.ts';
import type { ClaimedMessage } from '../../messages/message-queue.ts';
import { messageDetail, messagesQuery } from '../../messages/new-message.ts';
import { INSTANT, type WebhookEvent } from '../../messages/webhook/event.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import { type Contact, siteMissing, withPhone } from '../follow-up/contact.ts';
import {
  isSettled,
  LAST_STEP,
  type ReminderDetail,
  reminderDue,
  timesReminded,
} from '../follow-up/reminders.ts';
import { writeBundle } from './bundle.ts';
import { writeHeldMail } from './held-mails.ts';
import { erasureMail, ownerLeadMail, ownerLinksMail, reminderMail } from './owner-mails.ts';
import { visitorLeadMail } from './visitor-mail.ts';
import { writeWeekMail } from './week-mail.ts';

/** The messages about leads, one by one and together. */
export const leadKinds = {
  'owner-lead': {
    name: 'e-mail pour vous',
    write: aboutContact((contact, deps, message) => ({
      body: ownerLeadMail(contact, deps),
      following: firstReminder(deps, contact.lead, message),
    })),
  },
  'owner-reminder': {
    name: 'rappel pour vous',
    write: aboutContact(async (contact, deps, message) => {
      if (isSettled(contact.events, message.created_at)) return { dropped: 'Une réponse a été notée.' };
      if ((await timesReminded(deps.db, contact.lead.id)) >= LAST_STEP)
        return { dropped: 'Déjà rappelé trois fois\u202f: l’e-mail de la semaine en parle.' };
      return { body: reminderMail(contact, deps), following: nextReminder(deps, message) };
    }),
  },
  'owner-links': {
    name: 'nouveaux liens pour vous',
    write: aboutContact((contact, deps) => ({ body: ownerLinksMail(contact, deps) })),
  },
  'owner-erasure': {
    name: 'e-mail pour vous, effacement',
    write: aboutContact((contact, { now }) => ({ body: erasureMail(contact, now) })),
  },
  'visitor-lead': {
    name: 'e-mail au visiteur',
    write: aboutContact(async (contact, deps, message) => ({
      body: visitorLeadMail(contact, deps, deps.now, await reportLinks(contact.events, contact.lead, deps)),
      following: contact.events.some(({ kind }) => kind === 'audit-ready') ? auditSent(deps, message) : [],
    })),
  },
  'webhook-lead': {
    name: 'webhook',
    events: { 'lead.received': leadReceived() },
    async body(db, { lead_id }) {
      const lead = lead_id === null ? undefined : await leadReader(db).byId(lead_id);
      if (lead === undefined) return undefined;
      const { id, status, createdAt } = lead;
      const at = new Date(createdAt).toISOString();
      const told = Object.fromEntries(
        [...TOLD_FIELDS, ...SOURCE_FIELDS].map((field) => [field, lead[field]]),
      );
      return { type: 'lead.received', timestamp: at, data: { id, ...told, status, receivedAt: at } };
    },
  },
  'provider-status': { name: 'statut pour Airtable' },
  'owner-bundle': { name: 'plusieurs annonces en un e-mail', write: writeBundle },
  'owner-held': { name: 'liste des contacts retenus', write: writeHeldMail },
  'owner-flood': {
    name: 'alerte d’afflux',
    write: (_, { created_at }) => ({ body: floodMail(mails.flood, created_at) }),
  },
  'owner-week': { name: 'e-mail de la semaine', write: writeWeekMail },
} satisfies Partial<MessageKinds>;

/** The webhook about a new lead; a source that is not known is left out. */
function leadReceived(): WebhookEvent {
  const text = { type: 'string' };
  const told = [...TOLD_FIELDS, ...SOURCE_FIELDS];
  const { id: _, ...example } = exampleLead();
  return {
    means: 'A lead was received that is not held.',
    data: {
      id: { type: 'string', format: 'uuid' },
      ...Object.fromEntries(told.map((field) => [field, text])),
      status: { enum: ['Cold', 'Warm', 'Hot'] },
      receivedAt: INSTANT,
    },
    optional: [...TOLD_FIELDS.filter((field) => ruleOf(field).required !== 'always'), ...SOURCE_FIELDS],
    example: {
      id: '0190a6de-5a0f-7b6c-9a63-2f4d8c1e7a90',
      ...Object.fromEntries(TOLD_FIELDS.map((field) => [field, example[field]])),
      ...{ source: 'lettre', status: 'Cold', receivedAt: '2026-11-24T08:30:00.000Z' },
    },
  };
}

function aboutContact(
  say: (contact: Contact, deps: WriteDeps, message: ClaimedMessage) => Written,
): MailKind['write'] {
  return aboutLead(async (story, deps, message) => {
    const isSiteMissing = await siteMissing(deps.db, story.lead);
    return say({ ...withPhone(story), isSiteMissing }, deps, message);
  });
}

/** Only once the owner has been told of the lead: a mail that waits for its server is not reminded of. */
function firstReminder(
  { db, sender, now }: WriteDeps,
  lead: StoredLead,
  { released }: ClaimedMessage,
): CompiledQuery[] {
  const detail = { step: 1, since: now };
  // With the time, so that a lead that is sent again after its erasure is reminded of again.
  const id = mailId(idAfter(`${lead.id} ${lead.createdAt}`, 'owner-reminder'), sender);
  const first = { id, kind: 'owner-reminder' as const, lead_id: lead.id, released };
  return [messagesQuery(db, now, [{ ...first, dueAt: reminderDue(detail, now), detail }])];
}

function nextReminder({ db, sender, now }: WriteDeps, message: ClaimedMessage): CompiledQuery[] {
  const { id, lead_id, released } = message;
  const { step, since } = messageDetail<ReminderDetail>(message);
  if (step >= LAST_STEP) return [];
  const detail = { step: step + 1, since };
  const next = {
    ...{ id: mailId(idAfter(id, 'reminder'), sender), kind: 'owner-reminder' as const, lead_id, released },
    dueAt: reminderDue(detail, now),
    detail,
  };
  return [messagesQuery(db, now, [next])];
}
