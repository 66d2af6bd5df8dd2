import { erasure as words } from '#content/erasure.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import type { Config } from '#server/config/config.ts';
import {
  type ErasedThing,
  outOfReach,
  type ProviderRecord,
  recordsErasedSince,
  undecidedRecords,
} from '#server/leads/erasure/receipt.ts';
import { erasePerson } from '#server/leads/operator/erase-person.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { frenchTime } from '#server/system/french-time.ts';
import { UsageError } from '../common/errors.ts';
import { beforeErasing, bookingLine, bookingsOf, inCalendars, leftByName, toCome } from './calls.ts';
import type { Command } from './command.ts';
import { eraseAtProviderNow } from './erase-at-provider.ts';
import { checkHeld, confirmErasing, eraseHeld, LEFT_IN_FILES } from './erase-held.ts';
import { find, missingLine, shortId } from './find.ts';
import { safeText } from './print/safe-text.ts';
import { readableTime } from './print/when.ts';
import { counted, STATE_WORDS } from './print/words.ts';

export const erase: Command = {
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
    const found = await find(store.reader, reference);
    const all = await bookingsOf(store, found, reference);
    // Who asks for one lead means what came with it; somebody else may have made it in the name of whoever booked.
    const isTheirs = ({ byName }: StoredBooking) => !byName || reference.includes('@');
    const [bookings, staying] = [all.filter(isTheirs), all.filter((one) => !isTheirs(one))];
    if (found.length === 0 && bookings.length === 0) return { ...NOTHING, lines: [missingLine([reference])] };
    const calls = toCome(bookings, now());
    const question = [
      ...found.map(described),
      ...bookings.map(bookingLine),
      ...beforeErasing(calls, config.publicUrl),
      ...leftByName(staying),
      `Effacer ${whatOf(found.length, bookings.length)}`,
    ];
    await confirmErasing(question.join('\n'), invocation);
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
      ...leftByName(staying),
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

/** The answer when no lead and no booking was found. */
const NOTHING = {
  json: { erased: [], atProvider: [], outOfReach: [], callsToCome: [], scrubbed: false },
  code: 1,
} as const;

function described({ id, createdAt, name, email, state }: OperatorLead): string {
  return `  ${shortId(id)}  ${readableTime(createdAt)}  ${safeText(name)}  ${safeText(email)}  ${STATE_WORDS[state]}`;
}

function whatOf(leads: number, bookings: number): string {
  const of = counted(leads, 'contact');
  return bookings === 0 ? of : `${of} et ${counted(bookings, 'rendez-vous', 'rendez-vous')}`;
}

/** Beside the leads and bookings, which the first line counts. */
function erasedLine({ what, id, count = 0 }: ErasedThing): string[] {
  if (what === 'export') return [`  - export supprimé\u202f: ${safeText(id ?? '')}`];
  if (what === 'audit') return [`  - ${counted(count, 'audit et ses images', 'audits et leurs images')}`];
  if (what === 'message')
    return [`  - ${counted(count, 'message préparé ou envoyé', 'messages préparés ou envoyés')}`];
  if (what === 'mail')
    return [`  - ${counted(count, 'e-mail supprimé', 'e-mails supprimés')} de DATA_DIR/mail`];
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
