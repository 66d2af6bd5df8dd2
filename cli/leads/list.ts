import { goneWords } from '#content/read-back.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import { isGone, type OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { pausedWords } from '#server/outbox/paused-words.ts';
import { deliveryPausedSince } from '#server/store/conditions.ts';
import { LEAD_STATES, type LeadState } from '#server/store/leads/lead-state.ts';
import { UsageError } from '../common/errors.ts';
import { bookingLine, withoutToken } from './calls.ts';
import type { Command, Invocation } from './command.ts';
import { shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { type Column, table } from './print/table.ts';
import { readableTime } from './print/when.ts';
import { advice, countsLine, STATE_WORDS } from './print/words.ts';

const LIMIT = 50;

/** 100 columns together. */
const COLUMNS: readonly Column<OperatorLead>[] = [
  { title: 'Réf.', width: 8, text: ({ id }) => shortId(id) },
  { title: 'Reçu le', width: 18, text: ({ createdAt }) => readableTime(createdAt) },
  { title: 'Nom', width: 16, text: ({ name }) => safeText(name) },
  { title: 'E-mail', width: 23, text: ({ email }) => safeText(email) },
  { title: 'Statut', width: 6, text: ({ status }) => status },
  {
    title: 'État',
    width: 19,
    text: (lead) => (isGone(lead) ? 'fiche introuvable' : STATE_WORDS[lead.state]),
  },
];

export const list: Command = {
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
  const [titles = '', ...rows] = table(COLUMNS, leads);
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
  const asked = plain(values.state);
  const state = LEAD_STATES.find((candidate) =>
    [first(candidate), STATE_WORDS[candidate]].some((word) => plain(word) === asked),
  );
  if (state === undefined)
    throw new UsageError(
      `--state ${safeText(values.state)}\u202f: attendu livré, attente, refusé ou retenu.`,
    );
  return state;
}

/** « refusé » of « refusé par Airtable », « attente » of « en attente ». */
function first(state: LeadState): string {
  return STATE_WORDS[state].replace(/^en | par .*$/g, '');
}

function plain(word: string): string {
  return word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function limitIn(values: Invocation['values']): number {
  const text = values.limit ?? String(LIMIT);
  if (typeof text !== 'string' || !/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError('--limit\u202f: attendu un nombre entier de 1 à 999999.');
  return Number(text);
}
