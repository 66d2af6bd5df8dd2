import { OUTCOME_LABELS } from '#content/audit.ts';
import { shownFields } from '#content/lead-fields.ts';
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
import { shownPhone } from '#server/bookings/phone.ts';
import type { PersonAudit, PersonCall, PersonLead } from '#server/leads/operator/person.ts';
import type { StoryMessage } from '#server/leads/operator/story.ts';
import type { LeadEvent } from '#server/store/leads/events.ts';
import { safeText } from '../print/safe-text.ts';
import { readableTime } from '../print/when.ts';
import { counted, STATE_WORDS } from '../print/words.ts';
import { keptWhy } from './kept-why.ts';

type Person = { readonly leads: readonly PersonLead[]; readonly calls: readonly PersonCall[] };

/** Everything about a person as one page for her to read: what is kept, then why, for whom and until when. */
export function asPage(email: string, { leads, calls }: Person, now: Instant): string[] {
  const { controller } = keptWhy;
  return [
    `Ce que nous gardons sur ${safeText(email)}, le ${readableTime(now)}`,
    '(art. 25 LPD, art. 15 et 20 RGPD)',
    '',
    `Responsable\u202f: ${controller.name}, ${controller.address}\u202f; ${controller.representative}, ${controller.email}`,
    `${counted(leads.length, 'demande')}, ${counted(calls.length, 'appel')}. Recherchés par cette adresse, sans égard aux majuscules\u202f; une autre adresse de la même personne se demande à part.`,
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
    const told = `${personMessages[recipient]}\u202f: ${messageStates[state]}`;
    return { at: sentAt ?? createdAt, text: answer === null ? told : `${told} (${answer})` };
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
