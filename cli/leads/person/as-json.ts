import { providers } from '#content/legal/providers.ts';
import type { Instant } from '#domain/instant.ts';
import { FIELD_NAMES } from '#domain/lead-fields.ts';
import { ORIGIN_FIELDS } from '#server/fields/origin-fields.ts';
import type { PersonAudit, PersonCall, PersonLead } from '#server/leads/operator/person.ts';
import type { StoryMessage } from '#server/leads/operator/story.ts';
import type { LeadEvent } from '#server/store/leads/events.ts';

function time(at: Instant): string;
function time(at: Instant | null): string | null;
function time(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A lead in the words of the JSON: instants as ISO 8601, and nothing that opens anything. */
export function leadAsJson({ lead, events, messages, audits }: PersonLead) {
  return {
    id: lead.id,
    ...chosen(lead, FIELD_NAMES),
    cameFrom: chosen(lead, ORIGIN_FIELDS),
    receivedAt: time(lead.createdAt),
    /** As it was typed, where it was corrected since. */
    receivedEmail: lead.firstEmail,
    status: lead.status,
    heldBecause: lead.heldBecause,
    atProvider: {
      provider: providers.airtable.name,
      state: lead.state,
      record: lead.remoteId,
      deliveredAt: time(lead.deliveredAt),
      attempts: lead.attempts,
      lastError: lead.lastError,
    },
    events: events.map(eventAsJson),
    messages: messages.map(messageAsJson),
    audits: audits.map(auditAsJson),
  };
}

/** A call in the words of the JSON. */
export function callAsJson({ call, changes, messages }: PersonCall) {
  return {
    ...chosen(call, ['id', 'leadId', 'name', 'email', 'phone', 'askedPhone', 'timeZone', 'state', 'outcome']),
    start: time(call.start),
    end: time(call.end),
    askedStart: time(call.askedStart),
    bookedAt: time(call.createdAt),
    changedAt: time(call.changedAt),
    changes: changes.map(({ kind, start_at, at }) => ({ kind, start: time(start_at), at: time(at) })),
    messages: messages.map(messageAsJson),
  };
}

/** What of an event’s detail is told: the token of an audit, which opens its report, is there too. */
const TOLD = ['start', 'status', 'amount', 'withAnswer', 'url'];

function eventAsJson({ at, kind, by, detail }: LeadEvent) {
  const told = Object.entries(detail).filter(([name]) => TOLD.includes(name));
  const { start, ...rest } = Object.fromEntries(told);
  return { at: time(at), kind, by, ...rest, ...(typeof start === 'number' && { start: time(start) }) };
}

function messageAsJson({
  kind,
  recipient,
  state,
  createdAt,
  sentAt,
  attempts,
  receipt,
  lastError,
}: StoryMessage) {
  const answer = { receipt, lastError };
  return { kind, recipient, state, createdAt: time(createdAt), sentAt: time(sentAt), attempts, ...answer };
}

function auditAsJson({ askedAt, expiresAt, ...view }: PersonAudit) {
  return { ...view, askedAt: time(askedAt), expiresAt: time(expiresAt) };
}

function chosen<T extends object, K extends keyof T>(of: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, of[key]])) as Pick<T, K>;
}
