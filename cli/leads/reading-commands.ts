import { execFile } from 'node:child_process';
import { shownFields } from '#content/lead-fields.ts';
import { goneWords, recordWords } from '#content/read-back.ts';
import { sourceFacts } from '#content/visits.ts';
import type { Instant } from '#domain/instant.ts';
import { type FieldRule, ruleOf } from '#domain/lead-fields.ts';
import type { LeadStatus } from '#domain/lead-status.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import { isRecordGone, type OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { storyOf, toldOf } from '#server/leads/operator/story.ts';
import { pausedWords } from '#server/outbox/delivery.ts';
import { deliveryPausedSince } from '#server/store/conditions.ts';
import { LEAD_STATES, type LeadState } from '#server/store/leads/lead-state.ts';
import { sharedSecret } from '#server/store/shared-secret.ts';
import { bookingLine, bookingsOf, withoutToken } from './call-commands.ts';
import type { Command, Invocation } from './command.ts';
import { UsageError } from './command-errors.ts';
import { findPerson, missingLine, shortId } from './find-leads.ts';
import {
  advice,
  countsLine,
  readableDuration,
  readableTime,
  STATE_WORDS,
  safeText,
  type TableColumn,
  tableLines,
} from './print.ts';

const LIMIT = 50;

/** 100 columns together. */
const COLUMNS: readonly TableColumn<OperatorLead>[] = [
  { title: 'Réf.', width: 8, text: ({ id }) => shortId(id) },
  { title: 'Reçu le', width: 18, text: ({ createdAt }) => readableTime(createdAt) },
  { title: 'Nom', width: 16, text: ({ name }) => safeText(name) },
  { title: 'E-mail', width: 23, text: ({ email }) => safeText(email) },
  { title: 'Statut', width: 6, text: ({ status }) => status },
  {
    title: 'État',
    width: 19,
    text: (lead) => (isRecordGone(lead) ? 'fiche introuvable' : STATE_WORDS[lead.state]),
  },
];

export const listCommand: Command = {
  usage: 'list [--state livré|attente|refusé|retenu] [--held] [--gone] [--limit 50]',
  summary: 'les contacts, les plus récents d’abord',
  options: {
    state: { type: 'string' },
    held: { type: 'boolean' },
    gone: { type: 'boolean' },
    limit: { type: 'string' },
  },
  references: 'none',
  check({ values }) {
    if (values.gone && (values.held || values.state !== undefined))
      throw new UsageError('--gone va seul, ou avec --limit.');
    stateIn(values);
    limitIn(values);
  },
  async run({ store, values }) {
    const leads = values.gone
      ? await store.reader.recordsGone(limitIn(values))
      : await store.reader.newest(limitIn(values), stateIn(values));
    const calls =
      stateIn(values) === undefined && !values.gone ? await bookingReader(store.db).unsaidWithoutLead() : [];
    const counts = await store.reader.counts();
    const paused = await deliveryPausedSince(store.db);
    const pausedSince = paused === undefined ? null : new Date(paused).toISOString();
    const lines = [
      ...(leads.length > 0 ? linesOf(leads) : ['Aucun contact.']),
      '',
      ...(paused === undefined ? [] : [pausedWords(paused)]),
      countsLine(counts),
      ...(values.gone && leads.length > 0 ? [`${goneWords.title}. ${goneWords.told}`, goneWords.todo] : []),
      ...(calls.length > 0 ? ['', 'Appels sans contact, à venir ou sans nouvelle\u202f:'] : []),
      ...calls.map(bookingLine),
      ...advice(counts),
    ];
    return { json: { leads, counts, pausedSince, calls: calls.map(withoutToken) }, lines };
  },
};

/** The table, with the reason below each lead that is held or refused. */
function linesOf(leads: readonly OperatorLead[]): string[] {
  const [titles = '', ...rows] = tableLines(COLUMNS, leads);
  const because = leads.map(({ state, heldBecause, lastError }) =>
    state === 'held' ? (heldBecause ?? '') : state === 'refused' ? (lastError ?? '') : '',
  );
  return [
    titles,
    ...rows.flatMap((row, index) => [
      row,
      ...(because[index] ? [`          └ ${safeText(because[index])}`] : []),
    ]),
  ];
}

/** The state that `--state` names, with or without accents and « en ». */
export function stateIn(values: Invocation['values']): LeadState | undefined {
  if (values.held) {
    if (values.state !== undefined) throw new UsageError('--held et --state ne vont pas ensemble.');
    return 'held';
  }
  if (typeof values.state !== 'string') return undefined;
  const typed = withoutAccents(values.state);
  const state = LEAD_STATES.find((candidate) =>
    [firstWord(candidate), STATE_WORDS[candidate]].some((word) => withoutAccents(word) === typed),
  );
  if (state === undefined)
    throw new UsageError(
      `--state ${safeText(values.state)}\u202f: attendu livré, attente, refusé ou retenu.`,
    );
  return state;
}

/** « refusé » of « refusé par Airtable », « attente » of « en attente ». */
function firstWord(state: LeadState): string {
  return STATE_WORDS[state].replace(/^en | par .*$/g, '');
}

function withoutAccents(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function limitIn(values: Invocation['values']): number {
  const text = values.limit ?? String(LIMIT);
  if (typeof text !== 'string' || !/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError('--limit\u202f: attendu un nombre entier de 1 à 999999.');
  return Number(text);
}

/** Of the column of names and times. */
const WIDTH = 20;

export const showCommand: Command = {
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
    const { messageKinds } = await import('#server/start/all-message-kinds.ts');
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

/** What opens an address, where there is a screen. */
const OPENERS = { darwin: 'open', linux: 'xdg-open' } as const;

export const deskCommand: Command = {
  usage: 'desk [--print] [--renew]',
  summary: 'ouvre le bureau, ou en donne l’adresse avec sa clé',
  options: { print: { type: 'boolean' }, renew: { type: 'boolean' } },
  references: 'none',
  async run({ store, config, values }) {
    if (values.renew === true) await store.db.deleteFrom('secrets').where('name', '=', 'desk').execute();
    const key = await sharedSecret(store.db, 'desk');
    const url = `http://127.0.0.1:${config.opsPort}/?key=${key.reveal()}`;
    const opener =
      process.platform in OPENERS ? OPENERS[process.platform as keyof typeof OPENERS] : undefined;
    const hasScreen = process.platform === 'darwin' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
    if (values.print !== true && opener !== undefined && hasScreen) execFile(opener, [url], () => {}).unref();
    return {
      json: { url },
      lines: [
        url,
        '',
        'Qui a cette adresse voit et change tout\u202f: ne l’envoyez à personne. D’un autre ordinateur, ouvrez d’abord le chemin\u202f:',
        `  ssh -L ${config.opsPort}:127.0.0.1:${config.opsPort} <serveur>`,
        ...(values.renew === true
          ? ['La clé est neuve\u202f: relancez le site, pour qu’il n’accepte plus l’ancienne.']
          : []),
      ],
    };
  },
};
