import { OUTCOME_LABELS } from '#content/audit.ts';
import { agency } from '#content/business.ts';
import { shownFields } from '#content/lead-fields.ts';
import { postalAddress } from '#content/legal/identity-block.ts';
import { commissioner } from '#content/legal/law.ts';
import { backupsEnd, purposeRows, retentionRows } from '#content/legal/privacy-policy.ts';
import { recipientRows } from '#content/legal/privacy-recipients.ts';
import { providers } from '#content/legal/providers.ts';
import {
  callChanges,
  callOutcomes,
  callStates,
  messageStates,
  personEvents,
  personMessages,
} from '#content/person.ts';
import { sourceFacts } from '#content/visits.ts';
import type { Instant } from '#domain/instant.ts';
import { FIELD_NAMES } from '#domain/lead-fields.ts';
import { shownPhone } from '#server/bookings/phone.ts';
import { ORIGIN_FIELDS } from '#server/fields/origin-fields.ts';
import {
  type PersonAudit,
  type PersonCall,
  type PersonLead,
  personOf,
} from '#server/leads/operator/person.ts';
import type { StoryMessage } from '#server/leads/operator/story.ts';
import type { LeadEvent } from '#server/store/leads/events.ts';
import { bookingsOf } from './call-commands.ts';
import type { Command } from './command.ts';
import { findLeads } from './find-leads.ts';
import { countOf, readableTime, STATE_WORDS, safeText } from './print.ts';

export const personCommand: Command = {
  usage: 'person <e-mail>',
  summary:
    'tout ce qui est gardé sur une personne, pour le lui remettre\u202f: une page à lire, ou avec --json un fichier (art. 25 LPD, art. 15 et 20 RGPD)',
  references: 'one',
  async run({ store, references: [email = ''], now }) {
    // As `erase` finds them, so that what is shown is what would be erased.
    const leads = await findLeads(store.reader, email);
    const found = await personOf(store.db, leads, await bookingsOf(store, leads, email));
    const json = {
      email,
      madeAt: new Date(now()).toISOString(),
      leads: found.leads.map(leadAsJson),
      calls: found.calls.map(callAsJson),
      ...keptWhy,
    };
    if (found.leads.length + found.calls.length === 0)
      return { json, lines: [`Rien n’est gardé ici sur «\u202f${safeText(email)}\u202f».`] };
    return { json, lines: asPage(email, found, now()) };
  },
};

type Person = { readonly leads: readonly PersonLead[]; readonly calls: readonly PersonCall[] };

/** Everything about a person as one page for her to read: what is kept, then why, for whom and until when. */
function asPage(email: string, { leads, calls }: Person, now: Instant): string[] {
  const { controller } = keptWhy;
  return [
    `Ce que nous gardons sur ${safeText(email)}, le ${readableTime(now)}`,
    '(art. 25 LPD, art. 15 et 20 RGPD)',
    '',
    `Responsable\u202f: ${controller.name}, ${controller.address}\u202f; ${controller.representative}, ${controller.email}`,
    `${countOf(leads.length, 'demande')}, ${countOf(calls.length, 'appel')}. Recherchés par cette adresse, sans égard aux majuscules\u202f; une autre adresse de la même personne se demande à part.`,
    ...leads.flatMap((lead, index) => ['', ...leadLines(lead, index + 1)]),
    ...calls.flatMap((call, index) => ['', ...callLines(call, index + 1)]),
    ...whyLines(),
  ];
}

function leadLines({ lead, events, messages, audits }: PersonLead, number: number): string[] {
  const facts: (readonly [string, string | null | undefined])[] = [
    ...shownFields.map(([field, { title }]) => [title, lead[field]] as const),
    ['E-mail avant correction', lead.firstEmail],
    ['Page du formulaire', lead.page],
    ...sourceFacts(lead),
    ['Reçue le', readableTime(lead.createdAt)],
    ['Statut', lead.status],
    ['Airtable', STATE_WORDS[lead.state]],
    ['Fiche Airtable', lead.remoteId],
    ['Écrite le', lead.deliveredAt === null ? null : readableTime(lead.deliveredAt)],
    ['Retenue parce que', lead.heldBecause],
    ['Référence', lead.id],
  ];
  return [
    `Demande ${number}`,
    ...factLines(facts),
    ...timeLines(events, messages),
    ...audits.flatMap(auditLines),
  ];
}

function callLines({ call, changes, messages }: PersonCall, number: number): string[] {
  return [
    `Appel ${number}`,
    ...factLines([
      ['Heure', readableTime(call.start)],
      ['Nom', call.name],
      ['E-mail', call.email],
      ['Téléphone', shownPhone(call.phone)],
      ['Numéro demandé', call.askedPhone === call.phone ? null : shownPhone(call.askedPhone)],
      ['Fuseau horaire', call.timeZone],
      ['État', call.outcome === null ? callStates[call.state] : callOutcomes[call.outcome]],
    ]),
    ...changes.map(
      ({ at, kind, start_at }) => `  ${readableTime(at)}  ${callChanges[kind]} (${readableTime(start_at)})`,
    ),
    ...timeLines([], messages),
  ];
}

function auditLines({ askedAt, expiresAt, url, state, reason, checks }: PersonAudit): string[] {
  const ended =
    state === 'done' ? `rapport ouvert jusqu’au ${readableTime(expiresAt)}` : (reason ?? 'pas encore fait');
  return [
    `  Audit express du ${readableTime(askedAt)}, ${safeText(url)}\u202f: ${safeText(ended)}`,
    ...checks.map(({ outcome, sentence }) => `    ${OUTCOME_LABELS[outcome]}\u202f: ${safeText(sentence)}`),
  ];
}

function factLines(facts: readonly (readonly [string, string | null | undefined])[]): string[] {
  return facts.flatMap(([name, fact]) => (fact ? [`  ${name.padEnd(20)}${safeText(fact)}`] : []));
}

/** Events and messages in one order of time. */
function timeLines(events: readonly LeadEvent[], messages: readonly StoryMessage[]): string[] {
  const happened = events.map(({ at, kind, detail }) => ({
    at,
    text: `${personEvents[kind]}${about(detail)}`,
  }));
  const sent = messages.map(({ recipient, state, sentAt, createdAt, receipt, lastError }) => {
    const answer = state === 'sent' ? receipt : lastError;
    const line = `${personMessages[recipient]}\u202f: ${messageStates[state]}`;
    return { at: sentAt ?? createdAt, text: answer === null ? line : `${line} (${answer})` };
  });
  return [...happened, ...sent]
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, text }) => `  ${readableTime(at)}  ${safeText(text)}`);
}

function about({ start, status, amount }: LeadEvent['detail']): string {
  if (typeof amount === 'number') return ` (${amount} CHF)`;
  if (typeof start === 'number') return ` (${readableTime(start)})`;
  return typeof status === 'string' ? ` (${status})` : '';
}

function whyLines(): string[] {
  const { purposes, recipients, retention, backups, rights, authority } = keptWhy;
  return [
    '',
    'Pourquoi',
    ...purposes.map(({ data, purpose }) => `  - ${data}\u202f: ${purpose}`),
    '',
    'Qui le reçoit',
    ...recipients.map((row) => `  - ${row.recipient}, ${row.country}\u202f: ${row.what} (${row.safeguard})`),
    '',
    'Jusqu’à quand',
    ...retention.map(({ data, duration }) => `  - ${data}\u202f: ${duration}`),
    `  - ${backups}`,
    '',
    `Vos droits\u202f: ${rights} Autorité\u202f: ${authority}.`,
  ];
}

function time(at: Instant): string;
function time(at: Instant | null): string | null;
function time(at: Instant | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** A lead in the words of the JSON: instants as ISO 8601, and nothing that opens anything. */
function leadAsJson({ lead, events, messages, audits }: PersonLead) {
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
function callAsJson({ call, changes, messages }: PersonCall) {
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
const SHOWN_DETAILS = ['start', 'status', 'amount', 'withAnswer', 'url'];

function eventAsJson({ at, kind, by, detail }: LeadEvent) {
  const shown = Object.entries(detail).filter(([name]) => SHOWN_DETAILS.includes(name));
  const { start, ...rest } = Object.fromEntries(shown);
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

/** What an answer to somebody who asks has to say beside the data (LPD art. 25, RGPD art. 15), as the legal texts have it. */
const keptWhy = {
  controller: {
    name: agency.legalName,
    address: postalAddress(agency),
    representative: agency.representative,
    email: agency.email,
  },
  purposes: purposeRows(agency).map(([data, purpose]) => ({ data, purpose })),
  recipients: recipientRows(agency).map(([recipient, what, country, safeguard]) => ({
    recipient,
    what,
    country,
    safeguard,
  })),
  retention: retentionRows(agency).map(([data, duration, reason]) => ({ data, duration, reason })),
  backups: backupsEnd,
  rights:
    'Faire corriger ou effacer ces données, s’opposer à leur traitement (art. 30 et 32 LPD), les recevoir ou les faire transmettre (art. 28 LPD).',
  authority: `${commissioner.name}, ${commissioner.address}`,
} as const;
