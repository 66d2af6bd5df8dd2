import { shownFields } from '#content/lead-fields.ts';
import { recordWords } from '#content/read-back.ts';
import { sourceFacts } from '#content/visits.ts';
import type { Instant } from '#domain/instant.ts';
import { type FieldRule, ruleOf } from '#domain/lead-fields.ts';
import type { LeadStatus } from '#domain/lead-status.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { storyOf, toldOf } from '#server/leads/operator/story.ts';
import { bookingLine, bookingsOf, withoutToken } from './calls.ts';
import type { Command } from './command.ts';
import { findPerson, missingLine } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { readableDuration, readableTime } from './print/when.ts';
import { STATE_WORDS } from './print/words.ts';

/** Of the column of names and times. */
const WIDTH = 20;

export const show: Command = {
  usage: 'show <référence, e-mail ou nom>',
  summary: 'tout ce que la base sait d’un contact',
  references: 'one',
  async run({ config, store, references: [reference = ''], now }) {
    const found = await findPerson(store.reader, reference);
    const leads = await Promise.all(
      found.map(async (lead) => ({ ...lead, ...(await storyOf(store.db, lead.id)) })),
    );
    const bookings = await bookingsOf(store, found, reference);
    // Loaded here, so that no other command waits for it.
    const { messageKinds } = await import('#server/start/message-kinds.ts');
    const lines = leads.flatMap((lead) => [
      '',
      ...describe(lead, now()),
      ...toldOf(lead, config.publicUrl, messageKinds, readableTime).map(
        ({ at, text }) => `${readableTime(at).padEnd(WIDTH)}${safeText(text)}`,
      ),
    ]);
    const calls = bookings.length === 0 ? [] : ['', 'Rendez-vous\u202f:', ...bookings.map(bookingLine)];
    const json = { leads, bookings: bookings.map(withoutToken) };
    if (leads.length + bookings.length === 0) return { json, lines: [missingLine([reference])], code: 1 };
    return { json, lines: [...lines, ...calls].slice(1) };
  },
};

const STATUS_WORDS: Readonly<Record<LeadStatus, string>> = {
  Cold: 'Cold (froid)',
  Warm: 'Warm (appel réservé)',
  Hot: 'Hot (appel confirmé par message)',
};

function describe(lead: OperatorLead, now: Instant): string[] {
  const facts: [string, string | undefined][] = [
    ...fieldsBy('visitor', lead),
    ['Reçu le', readableTime(lead.createdAt)],
    ...fieldsBy('page', lead),
    ...sourceFacts(lead).map(([name, fact]): [string, string] => [name, safeText(fact)]),
    ['Statut', STATUS_WORDS[lead.status]],
    ['Référence', lead.id],
    ['État', STATE_WORDS[lead.state]],
    ['Retenu parce que', text(lead.heldBecause)],
    ['Livré le', delivered(lead)],
    ['Fiche Airtable', text(lead.remoteId)],
    [
      'Fiche relue le',
      lead.recordState === null || lead.recordReadAt === null
        ? undefined
        : `${readableTime(lead.recordReadAt)}\u202f: ${recordWords[lead.recordState]}`,
    ],
    ['Tentatives', String(lead.attempts)],
    ['Prochain essai', nextTry(lead, now)],
    [
      'Ordre d’envoi',
      lead.released && lead.state !== 'delivered'
        ? 'libéré\u202f: derrière les contacts qui n’ont jamais été retenus'
        : undefined,
    ],
    ['Refusé depuis', lead.refusedAt === null ? undefined : readableTime(lead.refusedAt)],
    ['Dernière erreur', text(lead.lastError)],
    [
      'Issue inconnue',
      lead.unknownOutcome ? 'une réponse s’est perdue\u202f: la fiche existe peut-être déjà' : undefined,
    ],
    ...lead.rejections.map(({ strategy, status, type, message }): [string, string] => [
      `Refus, stratégie ${strategy + 1}`,
      safeText(`${status}${type === undefined ? '' : ` ${type}`}\u202f: ${message}`),
    ]),
  ];
  return facts.flatMap(([name, fact]) => (fact === undefined ? [] : [`${name.padEnd(WIDTH)}${fact}`]));
}

function fieldsBy(by: FieldRule['by'], lead: OperatorLead): [string, string | undefined][] {
  return shownFields
    .filter(([field]) => ruleOf(field).by === by)
    .map(([field, { title }]) => [title, text(lead[field] ?? null)]);
}

function text(stored: string | null): string | undefined {
  return stored === null ? undefined : safeText(stored);
}

function delivered({ deliveredAt, createdAt }: OperatorLead): string | undefined {
  if (deliveredAt === null) return undefined;
  return `${readableTime(deliveredAt)}, ${readableDuration(Math.max(0, deliveredAt - createdAt))} après sa réception`;
}

function nextTry(lead: OperatorLead, now: Instant): string | undefined {
  if (lead.state === 'delivered') return undefined;
  if (lead.state === 'held') return 'aucun tant qu’il est retenu (./oui release)';
  if (lead.leaseUntil !== null && lead.leaseUntil > now) return 'en cours';
  return lead.dueAt <= now ? 'dès que possible' : readableTime(lead.dueAt);
}
