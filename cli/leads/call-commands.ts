import { providers } from '#content/legal/providers.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import { bookingRules } from '#server/start/start-bookings.ts';
import { type Command, confirmed, type Invocation, onlySince, sinceIn } from './command.ts';
import { UsageError } from './command-errors.ts';
import type { OperatorStore } from './operator-store.ts';
import { countOf, readableTime, safeText } from './print.ts';

/** More than anybody reads; what is left is there at the next call. */
const MOST = 100_000;

export const releaseCallsCommand: Command = {
  usage: 'release-calls [<e-mail…> | --held]',
  summary:
    'montre les rendez-vous qui attendent votre accord après un afflux\u202f; avec une adresse ou --held, les confirme',
  options: { held: { type: 'boolean' } },
  check({ values, references }) {
    if (references.length > 0 && values.held === true)
      throw new UsageError('release-calls attend des adresses e-mail, ou --held pour tous, ou rien.');
  },
  async run(invocation) {
    const { values, references, now } = invocation;
    const { store, bookings } = rulesFor(invocation);
    const held = await store.held(now(), MOST);
    const wanted = new Set(references.map((email) => email.toLowerCase()));
    if (held.length === 0) {
      const lines = ['Aucun rendez-vous n’attend votre accord.'];
      return { json: { held: [], released: [], taken: [] }, lines };
    }
    if (wanted.size === 0 && values.held !== true) {
      return { json: { held: ofAll(held), released: [], taken: [] }, lines: waiting(held) };
    }
    const chosen = held.filter(({ email }) => values.held === true || wanted.has(email.toLowerCase()));
    const released: StoredBooking[] = [];
    const taken: StoredBooking[] = [];
    for (const booking of chosen) {
      const { kind } = await bookings.release(booking.token);
      if (kind === 'done') released.push(booking);
      if (kind === 'taken') taken.push(booking);
    }
    const left = held.filter((one) => !released.includes(one));
    const lines = [
      `${countOf(released.length, 'rendez-vous confirmé', 'rendez-vous confirmés')}\u202f: l’e-mail part à chaque visiteur et à vous, dès que le site tourne.`,
      ...(taken.length === 0
        ? []
        : [
            'Ceux-ci n’ont pas pu l’être, leur heure a été prise entre-temps. Écrivez à leurs visiteurs\u202f:',
            ...bookingLines(taken),
          ]),
    ];
    const json = { held: ofAll(left), released: ofAll(released), taken: ofAll(taken) };
    return { json, lines, code: released.length === 0 ? 1 : 0 };
  },
};

function waiting(held: readonly StoredBooking[]): string[] {
  return [
    `${countOf(held.length, 'rendez-vous attend', 'rendez-vous attendent')} votre accord\u202f; leur heure n’est pas réservée\u202f:`,
    ...bookingLines(held),
    `À faire\u202f: ./oui release-calls ${safeText(held[0]?.email ?? '')} confirme l’appel, release-calls --held tous, cancel-calls --since les annule.`,
  ];
}

function ofAll(bookings: readonly StoredBooking[]) {
  return bookings.map(({ id, email, start }) => ({ id, email, start: new Date(start).toISOString() }));
}

function alreadyCancelled(calls: number): string {
  return countOf(
    calls,
    'appel déjà annulé par qui l’avait réservé',
    'appels déjà annulés par qui les avait réservés',
  );
}

export const cancelCallsCommand: Command = {
  usage: 'cancel-calls --since <14:05 | AAAA-MM-JJ | AAAA-MM-JJTHH:MM> [--yes]',
  summary:
    'annule comme abus les appels à venir qui ont été réservés depuis une heure (heure suisse), après confirmation\u202f; qui avait reçu un e-mail en est prévenu',
  options: { since: { type: 'string' }, yes: { type: 'boolean' } },
  check: onlySince('cancel-calls'),
  async run(invocation) {
    const { values, now } = invocation;
    const { store, bookings } = rulesFor(invocation);
    const since = sinceIn(values, now());
    const when = `depuis le ${readableTime(since)}`;
    const until = now();
    const calls = await store.toComeBookedSince(since, until);
    const gone = await store.cancelledBookedSince(since, until);
    if (calls.length + gone === 0)
      return {
        json: { cancelled: [], alreadyCancelled: 0, told: 0 },
        lines: [`Aucun appel à venir n’a été réservé ${when}. Rien n’a été annulé.`],
      };
    const what = `${countOf(calls.length, 'appel à venir, réservé', 'appels à venir, réservés')} ${when}`;
    const besides = gone === 0 ? '' : `, et ne plus compter ${alreadyCancelled(gone)}`;
    await confirmed(
      [...bookingLines(calls), `Annuler ${what}${besides}`].join('\n'),
      'Rien n’a été annulé.',
      invocation,
    );
    const rush = await bookings.cancelRush(since, until);
    const cancelled = rush.cancelled.map(({ id }) => id);
    const informed = rush.cancelled.filter(({ state }) => state === 'booked').length;
    const lines = [
      `${countOf(cancelled.length, 'appel annulé', 'appels annulés')}\u202f; leur heure est libre.`,
      `${countOf(informed, 'était réservé\u202f: vous en recevez', 'étaient réservés\u202f: vous en recevez')} l’annulation par e-mail, et le visiteur aussi s’il avait reçu un e-mail ou rempli le formulaire. Les autres attendaient votre accord\u202f: leur page le dit, aucun e-mail ne part.`,
      ...(rush.already === 0
        ? []
        : [
            `Ne ${rush.already === 1 ? 'compte' : 'comptent'} plus non plus\u202f: ${alreadyCancelled(rush.already)}.`,
          ]),
      'Ce qui avait été réservé avant compte encore pendant 24 heures, et un réseau qui a trop réservé attend toujours votre accord.',
    ];
    return { json: { cancelled, alreadyCancelled: rush.already, told: informed }, lines };
  },
};

const MOST_LISTED = 20;

/** The rules of booking for a command: a server that runs notices within a second, and sends what follows. */
export function rulesFor({ config, store, now }: Invocation): ReturnType<typeof bookingRules> {
  const { mail, publicUrl } = config;
  const deps = { db: store.db, publicUrl, sender: mail.from.address, wake: () => {}, now };
  // What a command does hangs on no calendar: the owner decides.
  return bookingRules(deps, { between: async () => [] });
}

/** Bookings in one line each, the first of them when there are many. */
export function bookingLines(bookings: readonly StoredBooking[]): string[] {
  const rest = bookings.length - MOST_LISTED;
  return [...bookings.slice(0, MOST_LISTED).map(bookingLine), ...(rest > 0 ? [`  et ${rest} de plus`] : [])];
}

/** Every booking of these leads, and, when they were asked for by an e-mail address, of that address. */
export async function bookingsOf(
  { db }: Pick<OperatorStore, 'db'>,
  leads: readonly Pick<OperatorLead, 'id'>[],
  reference: string,
): Promise<StoredBooking[]> {
  const reader = bookingReader(db);
  const found = await Promise.all(leads.map(({ id }) => reader.ofLead(id)));
  if (reference.includes('@')) found.push(await reader.ofEmail(reference));
  return [...new Map(found.flat().map((booking) => [booking.id, booking])).values()];
}

/** Those that are still to come, the first call first. */
export function toCome(bookings: readonly StoredBooking[], now: Instant): StoredBooking[] {
  return bookings
    .filter(({ state, start }) => state !== 'cancelled' && start > now)
    .toSorted((a, b) => a.start - b.start);
}

/**
 * What the command prints before it erases somebody with calls still to come: a request to cancel them first, and one
 * link for each. Once the person is erased, there is no e-mail address left to send the cancellation to.
 */
export function beforeErasing(calls: readonly StoredBooking[], publicUrl: string): string[] {
  return calls.flatMap((call) => [
    `  appel à venir\u202f: ${described(call)}. Annulez-le d’abord, pour que les deux agendas en soient prévenus\u202f:`,
    `    ${call.provider === null ? `${publicUrl}/rendez-vous/${call.token}` : `chez ${providers[call.provider].name}`}`,
  ]);
}

/** What an erasure of one lead leaves: what was booked under the same name and address, perhaps by somebody else. */
export function leftByName(calls: readonly StoredBooking[]): string[] {
  if (calls.length === 0) return [];
  return [
    'Restent, parce qu’ils ont été réservés sous le même nom et la même adresse, sans lien avec ce contact (erase <e-mail> les efface)\u202f:',
    ...calls.map(bookingLine),
  ];
}

/** What remains to be done about calls that were erased. */
export function inCalendars(calls: readonly StoredBooking[]): string[] {
  if (calls.length === 0) return [];
  return [
    '',
    'Reste à faire dans votre agenda, et à dire à la personne (leur heure est de nouveau libre, aucun e-mail ne part)\u202f:',
    ...calls.map((call) => `  - supprimez l’appel du ${described(call)}.`),
  ];
}

const STATES = { booked: 'réservé', held: 'attend votre accord', cancelled: 'annulé' } as const;

/** A call's token opens its page to whoever has it: it stays out of what is piped into other programs. */
export function withoutToken({ token, ...booking }: StoredBooking): Omit<StoredBooking, 'token'> {
  return booking;
}

const OUTCOMES = { held: 'tenu', 'not-reached': 'pas joint' } as const;

/** A booking in one line. */
export function bookingLine({ start, name, email, phone, state, outcome, provider }: StoredBooking): string {
  const at = provider === null ? '' : `, chez ${providers[provider].name}`;
  return `  rendez-vous  ${readableTime(start)}  ${safeText(name)}  ${safeText(email)}  ${safeText(phone)}  ${outcome === null ? STATES[state] : OUTCOMES[outcome]}${at}`;
}

function described({ start, name }: StoredBooking): string {
  return `${readableTime(start)}, ${safeText(name)}`;
}
