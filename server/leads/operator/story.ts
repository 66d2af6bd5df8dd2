import { providers } from '#content/legal/providers.ts';
import type { AuditState } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { EventKind } from '#domain/promise.ts';
import { auditStore } from '../../audits/queue/audit-store.ts';
import { reasonOf } from '../../audits/report/audit-view.ts';
import type { MessageKinds } from '../../messages/kinds/message-kinds.ts';
import { isOfMailbox } from '../../messages/refusal.ts';
import type { Database } from '../../store/database.ts';
import { type LeadEvent, leadEvents } from '../../store/leads/events.ts';
import type { AuditRow, MessageRow, MessageState } from '../../store/schema.ts';
import { frenchTime } from '../../system/french-time.ts';

/** A message about a lead. */
export type StoryMessage = Pick<
  MessageRow,
  'id' | 'kind' | 'recipient' | 'state' | 'attempts' | 'receipt'
> & {
  readonly createdAt: Instant;
  readonly dueAt: Instant;
  readonly sentAt: Instant | null;
  readonly lastError: string | null;
};

/** An express audit that a lead asked for. */
interface StoryAudit {
  /** Path of the report. */
  readonly page: string;
  readonly url: string;
  readonly state: AuditState;
  /** Why there is no report, French. */
  readonly reason?: string;
  readonly createdAt: Instant;
  readonly measuredAt: Instant | null;
  readonly expiresAt: Instant;
}

/** The events of a lead, the messages about it and its audits. */
export interface Story {
  readonly events: readonly LeadEvent[];
  readonly messages: readonly StoryMessage[];
  readonly audits: readonly StoryAudit[];
}

/** Reads the events, messages and audits of a lead, each the oldest first. */
export async function storyOf(db: Database, leadId: string): Promise<Story> {
  const messages = await messagesAbout(db, 'lead_id', leadId);
  const audits = await auditStore(db).ofLead(leadId);
  return { events: await leadEvents(db, leadId), messages, audits: audits.map(toStoryAudit) };
}

/** Whether the newest mail to the visitor that has come to an end found no mailbox. */
export function hasNoMailbox({ messages }: Pick<Story, 'messages'>): boolean {
  const ended = messages.filter(
    ({ recipient, state }) => recipient === 'visitor' && (state === 'sent' || state === 'failed'),
  );
  const newest = ended.at(-1);
  return newest?.state === 'failed' && isOfMailbox(newest.lastError ?? '');
}

/** Reads the messages about a lead or a call, the oldest first. */
export async function messagesAbout(
  db: Database,
  column: 'lead_id' | 'booking_id',
  id: string,
): Promise<StoryMessage[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'kind', 'recipient', 'state', 'attempts', 'receipt', 'bundle_id'])
    .select(['created_at as createdAt', 'due_at as dueAt', 'sent_at as sentAt', 'last_error as lastError'])
    .where(column, '=', id)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const messages: StoryMessage[] = [];
  for (const { bundle_id, ...message } of rows)
    messages.push({ ...message, ...(bundle_id !== null && (await sendingOf(db, bundle_id))) });
  return messages;
}

/** What became of a message that was told with others: what became of the mail that told them. */
function sendingOf(db: Database, bundleId: string) {
  return db
    .selectFrom('messages')
    .select(['state', 'attempts', 'receipt'])
    .select(['due_at as dueAt', 'sent_at as sentAt', 'last_error as lastError'])
    .where('id', '=', bundleId)
    .executeTakeFirst();
}

function toStoryAudit(row: AuditRow): StoryAudit {
  const { token, url, state, refusal, created_at, measured_at, expires_at } = row;
  return {
    page: `/audit/${token}`,
    url,
    state,
    ...(refusal !== null && { reason: reasonOf(refusal) }),
    createdAt: created_at,
    measuredAt: measured_at,
    expiresAt: expires_at,
  };
}

const EVENTS: Readonly<Record<EventKind, string>> = {
  received: 'a envoyé le formulaire',
  released: 'retenu jusque-là, vous l’avez laissé partir',
  answered: 'vous avez répondu',
  'not-reached': 'vous ne l’avez pas joint',
  lost: 'vous l’avez donné pour perdu',
  won: 'vous l’avez gagné',
  held: 'l’appel a eu lieu',
  'erasure-requested': 'demande l’effacement de ses données',
  'call-booked': 'réserve un appel',
  'call-moved': 'déplace l’appel',
  'call-corrected': 'corrige le numéro à appeler',
  'call-cancelled': 'annule l’appel',
  confirmed: 'vous a écrit par message, avez-vous dit',
  'status-sending': 'statut en route vers Airtable',
  'status-written': 'statut écrit dans Airtable',
  'record-renewed': 'sa fiche manquait chez Airtable, vous l’avez fait créer à nouveau',
  'audit-asked': 'demande un audit express',
  'audit-ready': 'rapport d’audit prêt',
  'audit-sent': 'audit envoyé',
  'mailbox-opened': 'a ouvert le lien de notre e-mail',
};

/** One thing that happened, in words that may repeat what a visitor typed or a server answered. */
export interface Told {
  readonly at: Instant;
  readonly text: string;
}

/**
 * Events, messages and audits in one order of time.
 * @param when how an instant is written
 */
export function toldOf(
  { events, messages, audits }: Story,
  publicUrl: string,
  kinds: MessageKinds,
  when: (at: Instant) => string = frenchTime,
): Told[] {
  const told = messages.map((message) => ({
    at: message.sentAt ?? (message.state === 'waiting' ? message.dueAt : message.createdAt),
    text: `${kinds[message.kind].name}\u202f: ${outcome(message)}`,
  }));
  const happened = events
    .filter(({ kind }) => kind !== 'status-sending')
    .map(({ at, kind, detail }) => ({ at, text: `${EVENTS[kind]}${about(detail, when)}` }));
  const audited = audits.map(({ createdAt, page, url, state, reason = '' }) => ({
    at: createdAt,
    text: `audit express, ${url}\u202f: ${AUDITS[state]} ${state === 'refused' ? reason : `${publicUrl}${page}`}`,
  }));
  return [...happened, ...told, ...audited].sort((a, b) => a.at - b.at);
}

const AUDITS: Readonly<Record<AuditState, string>> = {
  waiting: 'en attente,',
  running: 'en cours,',
  done: 'rapport',
  refused: 'pas de rapport.',
};

function about(
  { start, status, amount, withAnswer, provider }: LeadEvent['detail'],
  when: (at: Instant) => string,
): string {
  if (withAnswer === true) return ' (compris dans votre réponse)';
  if (typeof amount === 'number') return ` (${amount} CHF)`;
  const at = provider === 'calendly' || provider === 'cal' ? `, chez ${providers[provider].name}` : '';
  if (typeof start === 'number') return ` (${when(start)}${at})`;
  return typeof status === 'string' ? ` (${status})` : '';
}

const STATES: Readonly<Record<Exclude<MessageState, 'sent'>, string>> = {
  waiting: 'en attente',
  failed: 'refusé',
  dropped: 'pas envoyé',
};

/** A sent mail is called accepted: whether anybody reads it cannot be known. */
function outcome({ state, kind, receipt, lastError, attempts }: StoryMessage): string {
  if (state === 'sent' && kind === 'provider-status') return `écrit (${receipt})`;
  if (state === 'sent') {
    const by = kind.startsWith('webhook')
      ? 'accepté par votre outil'
      : 'accepté par le serveur de messagerie';
    return receipt?.startsWith('déposé') ? receipt : `${by} (${receipt})`;
  }
  const tries = attempts > 0 ? `, ${attempts} ${attempts > 1 ? 'essais' : 'essai'}` : '';
  return `${STATES[state]}${tries}${lastError === null ? '' : ` (${lastError})`}`;
}
