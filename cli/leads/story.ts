import type { EventKind } from '#domain/promise.ts';
import { type LeadEvent, leadEvents } from '#server/messages/events.ts';
import type { Database } from '#server/store/database.ts';
import type { MessageKind, MessageRow, MessageState } from '#server/store/schema.ts';
import { safeText } from './print/safe-text.ts';
import { readableTime } from './print/when.ts';

type StoryMessage = Pick<
  MessageRow,
  | 'id'
  | 'kind'
  | 'recipient'
  | 'state'
  | 'created_at'
  | 'due_at'
  | 'sent_at'
  | 'attempts'
  | 'receipt'
  | 'last_error'
>;

/** The events of a lead and the messages about it. */
export interface Story {
  readonly events: readonly LeadEvent[];
  readonly messages: readonly StoryMessage[];
}

/** Reads the events and messages of a lead, each the oldest first. */
export async function storyOf(db: Database, leadId: string): Promise<Story> {
  const messages = await db
    .selectFrom('messages')
    .select([
      'id',
      'kind',
      'recipient',
      'state',
      'created_at',
      'due_at',
      'sent_at',
      'attempts',
      'receipt',
      'last_error',
    ])
    .where('lead_id', '=', leadId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return { events: await leadEvents(db, leadId), messages };
}

const EVENTS: Readonly<Record<EventKind, string>> = {
  received: 'a dit oui',
  answered: 'vous avez répondu',
  'not-reached': 'vous ne l’avez pas joint',
  lost: 'vous l’avez donné pour perdu',
  'erasure-requested': 'demande l’effacement de ses données',
  'call-booked': 'réserve un appel',
  'call-moved': 'déplace l’appel',
  'call-cancelled': 'annule l’appel',
  confirmed: 'a confirmé par message, avez-vous dit',
  'status-sending': 'statut en route vers Airtable',
  'status-written': 'statut écrit dans Airtable',
};

const MESSAGES: Readonly<Record<MessageKind, string>> = {
  'owner-lead': 'e-mail pour vous',
  'owner-reminder': 'rappel pour vous',
  'owner-erasure': 'e-mail pour vous, effacement',
  'owner-held': 'liste des contacts retenus',
  'owner-flood': 'alerte d’afflux',
  'owner-webhook-stopped': 'e-mail pour vous, webhook arrêté',
  'owner-week': 'e-mail de la semaine',
  'owner-alarm': 'alerte',
  'owner-alarm-over': 'fin d’alerte',
  'visitor-lead': 'e-mail au visiteur',
  'webhook-lead': 'webhook',
  'webhook-alarm': 'webhook, alerte',
  'provider-status': 'statut pour Airtable',
  'visitor-call': 'e-mail au visiteur, appel',
  'visitor-call-reminder': 'rappel de l’appel au visiteur',
  'owner-call': 'e-mail pour vous, appel',
  'owner-call-reminder': 'rappel de l’appel pour vous',
};

/** Events and messages in one order of time, as lines for a terminal. */
export function storyLines({ events, messages }: Story): string[] {
  const told = messages.map((message) => ({
    at: message.sent_at ?? (message.state === 'waiting' ? message.due_at : message.created_at),
    text: `${MESSAGES[message.kind]}\u202f: ${outcome(message)}`,
  }));
  const shown = events.filter(({ kind }) => kind !== 'status-sending');
  const happened = shown.map(({ at, kind, detail }) => ({
    at,
    text: `${EVENTS[kind]}${about(detail)}`,
  }));
  const lines = [...happened, ...told].sort((a, b) => a.at - b.at);
  return lines.map(({ at, text }) => `${readableTime(at)}    ${safeText(text)}`);
}

function about({ start, status }: LeadEvent['detail']): string {
  if (typeof start === 'number') return ` (${readableTime(start)})`;
  return typeof status === 'string' ? ` (${status})` : '';
}

const STATES: Readonly<Record<Exclude<MessageState, 'sent'>, string>> = {
  waiting: 'en attente',
  failed: 'refusé',
  dropped: 'pas envoyé',
};

/** A sent mail is called accepted: whether anybody reads it cannot be known. */
function outcome({ state, kind, receipt, last_error, attempts }: StoryMessage): string {
  if (state === 'sent' && kind === 'provider-status') return `écrit (${receipt})`;
  if (state === 'sent') {
    const by = kind.startsWith('webhook')
      ? 'accepté par votre outil'
      : 'accepté par le serveur de messagerie';
    return receipt?.startsWith('déposé') ? receipt : `${by} (${receipt})`;
  }
  const tries = attempts > 0 ? `, ${attempts} ${attempts > 1 ? 'essais' : 'essai'}` : '';
  return `${STATES[state]}${tries}${last_error === null ? '' : ` (${last_error})`}`;
}
