import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { UsageError } from '../common/errors.ts';
import type { Command } from './command.ts';
import { listed, rulesFor } from './held-calls.ts';
import { safeText } from './print/safe-text.ts';
import { counted } from './print/words.ts';

/** More than anybody reads; what is left is there at the next call. */
const MOST = 100_000;

export const releaseCalls: Command = {
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
      `${counted(released.length, 'rendez-vous confirmé', 'rendez-vous confirmés')}\u202f: l’e-mail part à chaque visiteur et à vous, dès que le site tourne.`,
      ...(taken.length === 0
        ? []
        : [
            'Ceux-ci n’ont pas pu l’être, leur heure a été prise entre-temps. Écrivez à leurs visiteurs\u202f:',
            ...listed(taken),
          ]),
    ];
    const json = { held: ofAll(left), released: ofAll(released), taken: ofAll(taken) };
    return { json, lines, code: released.length === 0 ? 1 : 0 };
  },
};

function waiting(held: readonly StoredBooking[]): string[] {
  return [
    `${counted(held.length, 'rendez-vous attend', 'rendez-vous attendent')} votre accord\u202f; leur heure n’est pas réservée\u202f:`,
    ...listed(held),
    `À faire\u202f: ./oui release-calls ${safeText(held[0]?.email ?? '')} confirme l’appel, release-calls --held tous, cancel-calls --since les annule.`,
  ];
}

function ofAll(bookings: readonly StoredBooking[]) {
  return bookings.map(({ id, email, start }) => ({ id, email, start: new Date(start).toISOString() }));
}
