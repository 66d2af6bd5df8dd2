import { erasure as words } from '#content/erasure.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import type { Config } from '#server/config/config.ts';
import { exportFolder, type OldExports, removeOldExports } from '#server/leads/erasure/exports.ts';
import { mirrorErasures } from '#server/leads/erasure/mirror.ts';
import {
  type ErasedThing,
  outOfReach,
  type ProviderRecord,
  recordsErasedSince,
  undecidedRecords,
} from '#server/leads/erasure/receipt.ts';
import { erasePerson } from '#server/leads/operator/erase-person.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { erasureAtProvider } from '#server/start/start-erasures.ts';
import type { Database } from '#server/store/database.ts';
import { systemClock } from '#server/system/clock.ts';
import { frenchTime } from '#server/system/french-time.ts';
import {
  beforeErasing,
  bookingLine,
  bookingLines,
  bookingsOf,
  inCalendars,
  leftByName,
  rulesFor,
  toCome,
} from './call-commands.ts';
import { type Command, type CommandAnswer, confirmed, type Invocation, sinceIn } from './command.ts';
import { UsageError } from './command-errors.ts';
import { findLeads, missingLine, shortId } from './find-leads.ts';
import { countOf, readableDay, readableTime, STATE_WORDS, safeText, swissMidnight } from './print.ts';

export const eraseCommand: Command = {
  usage: 'erase <référence ou e-mail> [--yes] | --held [--since 14:05] [--before AAAA-MM-JJ] [--yes]',
  summary:
    'efface une personne de la base et d’Airtable, ou les contacts retenus depuis une heure ou avant un jour, et dit ce qui reste hors d’atteinte',
  options: {
    yes: { type: 'boolean' },
    held: { type: 'boolean' },
    before: { type: 'string' },
    since: { type: 'string' },
  },
  check({ values, references }) {
    if (values.held || values.before !== undefined || values.since !== undefined)
      checkHeld(values, references);
    else if (references.length !== 1)
      throw new UsageError('erase attend une référence ou une adresse e-mail.');
  },
  async run(invocation) {
    if (invocation.values.held) return eraseHeld(invocation);
    const { config, store, references, now } = invocation;
    const [reference = ''] = references;
    const found = await findLeads(store.reader, reference);
    const all = await bookingsOf(store, found, reference);
    // Who asks for one lead means what came with it; somebody else may have made it in the name of whoever booked.
    const isTheirs = ({ byName }: StoredBooking) => !byName || reference.includes('@');
    const [bookings, otherBookings] = [all.filter(isTheirs), all.filter((one) => !isTheirs(one))];
    if (found.length === 0 && bookings.length === 0) return { ...NOTHING, lines: [missingLine([reference])] };
    const calls = toCome(bookings, now());
    const question = [
      ...found.map(described),
      ...bookings.map(bookingLine),
      ...beforeErasing(calls, config.publicUrl),
      ...leftByName(otherBookings),
      `Effacer ${whatOf(found.length, bookings.length)}`,
    ];
    await confirmed(`${question.join('\n')} pour toujours`, NOTHING_ERASED, invocation);
    const person = {
      leadIds: found.map(({ id }) => id),
      bookingIds: bookings.map(({ id }) => id),
      email: reference.includes('@') ? reference : undefined,
    };
    const { erased, at, left } = await erasePerson(store.db, config.dataDir, person, now());
    const scrubbed = await store.scrub();
    await eraseAtProviderNow(config, store.db);
    const records = await recordsErasedSince(store.db, at, at);
    const beyond = [
      ...left,
      ...outOfReach(config, at, records, await undecidedRecords(store.db, at, at)),
      ...(scrubbed ? [] : [LEFT_IN_FILES[store.engine]]),
    ];
    const lines = [
      `Effacé le ${frenchTime(at)}\u202f: ${whatOf(person.leadIds.length, person.bookingIds.length)}, avec ce qui restait à envoyer.`,
      ...erased.flatMap(erasedLine),
      ...inCalendars(calls),
      ...leftByName(otherBookings),
      ...atProviderLines(records, config),
      '',
      'Hors d’atteinte\u202f:',
      ...beyond.map((text) => `  - ${safeText(text)}`),
    ];
    const iso = ({ at, ...of }: { readonly at: Instant }) => ({ ...of, at: new Date(at).toISOString() });
    const answer = {
      erased: erased.map(iso),
      atProvider: records.map(({ erasedAt: _, ...record }) => iso(record)),
      outOfReach: beyond,
      callsToCome: calls.map(({ start }) => new Date(start).toISOString()),
    };
    return { json: { ...answer, scrubbed }, lines };
  },
};

const NOTHING_ERASED = 'Rien n’a été effacé.';

/** The answer when no lead and no booking was found. */
const NOTHING = {
  json: { erased: [], atProvider: [], outOfReach: [], callsToCome: [], scrubbed: false },
  code: 1,
} as const;

function described({ id, createdAt, name, email, state }: OperatorLead): string {
  return `  ${shortId(id)}  ${readableTime(createdAt)}  ${safeText(name)}  ${safeText(email)}  ${STATE_WORDS[state]}`;
}

function whatOf(leads: number, bookings: number): string {
  const of = countOf(leads, 'contact');
  return bookings === 0 ? of : `${of} et ${countOf(bookings, 'rendez-vous', 'rendez-vous')}`;
}

/** Beside the leads and bookings, which the first line counts. */
function erasedLine({ what, id, count = 0 }: ErasedThing): string[] {
  if (what === 'export') return [`  - export supprimé\u202f: ${safeText(id ?? '')}`];
  if (what === 'audit') return [`  - ${countOf(count, 'audit et ses images', 'audits et leurs images')}`];
  if (what === 'message')
    return [`  - ${countOf(count, 'message préparé ou envoyé', 'messages préparés ou envoyés')}`];
  if (what === 'mail')
    return [`  - ${countOf(count, 'e-mail supprimé', 'e-mails supprimés')} de DATA_DIR/mail`];
  return [];
}

function atProviderLines(
  records: readonly ProviderRecord[],
  { airtable }: Pick<Config, 'airtable'>,
): string[] {
  if (records.length === 0) return [];
  const owed = records.filter(({ state }) => state === 'owed');
  const when =
    airtable === undefined
      ? 'dès qu’AIRTABLE_TOKEN et AIRTABLE_BASE_ID sont définis'
      : 'pendant que le site tourne';
  return [
    '',
    'Dans Airtable\u202f:',
    ...records.map(
      ({ record, state, at, because }) =>
        `  - ${record === null ? words.searched : safeText(record)}\u202f: ${words.states[state]} le ${frenchTime(at)}${because === undefined ? '' : ` (${safeText(because)})`}`,
    ),
    ...(owed.length > 0
      ? [`Ce qui est dû se fait tout seul, ${when}\u202f; npm run doctor dit ce qui l’empêche.`]
      : []),
  ];
}

/** Throws UsageError unless `--since` or `--before` is given, and no lead. */
function checkHeld(values: Invocation['values'], references: Invocation['references']): void {
  const { held, before, since } = values;
  if (held !== true || (before === undefined && since === undefined) || references.length > 0)
    throw new UsageError(
      'erase --held attend --before et un jour, ou --since et une heure, et pas de référence.',
    );
  if (typeof before === 'string' && swissMidnight(before) === undefined)
    throw new UsageError(`--before ${safeText(before)}\u202f: attendu un jour, par exemple 2026-11-01.`);
  if (since !== undefined) sinceIn(values, 0);
}

/** Erases the held leads that were received in that time, in short transactions; an interruption undoes none of them. */
async function eraseHeld(invocation: Invocation): Promise<CommandAnswer> {
  const { config, store, values, now } = invocation;
  const sinceMs = values.since === undefined ? 0 : sinceIn(values, now());
  // Until now, so that leads arriving after the confirmation's count are not erased.
  const beforeMs = typeof values.before === 'string' ? (swissMidnight(values.before) ?? 0) : now();
  const when = [
    ...(values.since === undefined ? [] : [`depuis le ${readableTime(sinceMs)}`]),
    ...(typeof values.before === 'string' ? [`avant le ${readableDay(values.before)}`] : []),
  ].join(' et ');
  const found = await store.reader.heldBetween(sinceMs, beforeMs);
  if (found === 0)
    return {
      json: {
        erased: [],
        remoteIds: [],
        callsCancelled: [],
        exports: { deleted: [], left: [] },
        perhapsElsewhere: false,
        scrubbed: false,
      },
      lines: [`Aucun contact retenu n’a été reçu ${when}. Rien n’a été effacé.`],
    };
  const rules = rulesFor(invocation);
  const calls = await rules.store.toComeOfHeldLeads(sinceMs, beforeMs, now());
  await confirmed(
    [
      ...bookingLines(calls),
      `Effacer ${countOf(found, 'contact retenu reçu', 'contacts retenus reçus')} ${when}${
        calls.length === 0
          ? ''
          : `, et annuler ${countOf(calls.length, 'appel réservé', 'appels réservés')} avec eux,`
      } pour toujours`,
    ].join('\n'),
    NOTHING_ERASED,
    invocation,
  );
  const { beganMs } = await store.db
    .selectNoFrom(store.db.engine.instant(now()).as('beganMs'))
    .executeTakeFirstOrThrow();
  const erased: string[] = [];
  const remoteIds: string[] = [];
  /** E-mail addresses that may have a record in Airtable: they were sent before they were held. */
  const perhapsSent = new Set<string>();
  for await (const leads of store.writer.eraseHeld(sinceMs, beforeMs)) {
    erased.push(...leads.map(({ id }) => id));
    remoteIds.push(...leads.flatMap(({ remoteId }) => remoteId ?? []));
    for (const lead of leads) if (mayHaveLeft(lead)) perhapsSent.add(lead.email);
  }
  const cancelled: StoredBooking[] = [];
  const left: StoredBooking[] = [];
  // Without their lead they stay until they are cancelled. One whose lead was let in meanwhile stays as it is.
  for (const call of calls.filter(({ leadId }) => leadId !== null && erased.includes(leadId)))
    ((await rules.bookings.cancelAsAbuse(call.token)).kind === 'done' ? cancelled : left).push(call);
  const scrubbed = await store.scrub();
  try {
    await mirrorErasures(store.db, config.dataDir, now(), beganMs);
  } catch {
    // The server does it at its next round.
  }
  const exports = await oldExports(invocation);
  const perhapsElsewhere = perhapsSent.size > 0;
  const gone = `${countOf(erased.length, 'contact retenu effacé', 'contacts retenus effacés')} de la base`;
  const lines = [
    perhapsElsewhere ? `${gone}.` : `${gone}\u202f; aucun n’avait été envoyé.`,
    ...(cancelled.length === 0
      ? []
      : [
          'Appels annulés, dont le visiteur est averti s’il avait reçu un e-mail\u202f:',
          ...bookingLines(cancelled.map((call) => ({ ...call, state: 'cancelled' as const }))),
        ]),
    ...(left.length === 0
      ? []
      : ['Appels restés, à annuler chez leur service\u202f:', ...bookingLines(left)]),
    ...exports.deleted.map((path) => `Export supprimé\u202f: ${safeText(path)}`),
    ...exports.left.map((path) => safeText(words.outOfReach.exports(path))),
    ...(scrubbed ? [] : [LEFT_IN_FILES[store.engine]]),
    ...(perhapsElsewhere
      ? [
          'Un envoi est peut-être arrivé dans Airtable sans que sa réponse nous parvienne\u202f: le site y cherche et supprime les fiches de ' +
            `${safeText([...perhapsSent].join(', '))}, puis oublie ces adresses. Videz ensuite la corbeille de la base.`,
        ]
      : []),
    'Les sauvegardes faites avant maintenant les contiennent encore, jusqu’à leur remplacement\u202f; après un retour à l’une d’elles, le site les efface de nouveau.',
  ];
  const callsCancelled = cancelled.map(({ id }) => id);
  return { json: { erased, remoteIds, callsCancelled, exports, perhapsElsewhere, scrubbed }, lines };
}

async function oldExports({ config, store }: Invocation): Promise<OldExports> {
  try {
    return await removeOldExports(store.db, config.dataDir);
  } catch {
    // The server, or the next command, does it.
    return { deleted: [], left: [exportFolder(config.dataDir)] };
  }
}

/** Where the engine's files may hold erased data until they reuse the space. */
const LEFT_IN_FILES = {
  embedded:
    'Les fichiers de la base en gardent une trace jusqu’à ce que le serveur les ait nettoyés\u202f: la nuit prochaine, entre 3 et 4 heures.',
  postgres:
    'PostgreSQL rend la place au prochain VACUUM (automatique)\u202f; ses archives WAL suivent leur propre durée de conservation.',
} as const;

/** Whether Airtable may hold a record of the lead whose id is not known here. */
function mayHaveLeft({ state, remoteId, unknownOutcome }: OperatorLead): boolean {
  return remoteId === null && (state === 'delivered' || unknownOutcome);
}

/** How long the command waits for the provider, in milliseconds; what is owed then is the server's to do. */
const PATIENCE_MS = 8_000;

const SILENT = { info() {}, warn() {}, error() {} };

/** Does at once what erasures leave to do at the provider, unless leads are waiting, which go first. */
async function eraseAtProviderNow(config: Config, db: Database): Promise<void> {
  const step = erasureAtProvider({ config, db, clock: systemClock, random: Math.random, log: SILENT });
  const signal = AbortSignal.timeout(PATIENCE_MS);
  while (step !== undefined && !signal.aborted && (await step(signal)));
}
