import { providers } from '#content/legal/providers.ts';
import type { Instant } from '#domain/instant.ts';
import type { StoredBooking } from '#server/bookings/store/booking.ts';
import { bookingReader } from '#server/bookings/store/booking-reader.ts';
import type { OperatorLead } from '#server/leads/operator/operator-lead.ts';
import type { OperatorStore } from './open.ts';
import { safeText } from './print/safe-text.ts';
import { readableTime } from './print/when.ts';

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
