import { faultNames } from '#content/lead-fields.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { FieldError, Parsed } from '#domain/errors.ts';
import type { Instant } from '#domain/instant.ts';
import { faultOf, UUID } from '#domain/lead.ts';
import { readPhone } from './phone.ts';

/** What somebody asks for when they book a call. */
export interface BookingRequest {
  /** A random uuid made by the browser, or for each rendering of the form: the idempotency key. */
  readonly id: string;
  readonly start: Instant;
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  /** IANA time zone of the visitor. */
  readonly timeZone: string | null;
}

const PHONE_FAULTS = {
  'no-such-number':
    'Ce numéro de téléphone n’est pas valable. Vérifiez ses chiffres, et son indicatif s’il est étranger.',
  costly:
    'Nous n’appelons pas les numéros à tarif spécial (surtaxés, à coûts partagés, par satellite). Donnez un numéro fixe ou mobile.',
};
/** As it is typed. */
export const LONGEST_PHONE = 40;
/** An ISO 8601 instant in UTC, with or without seconds, as the list of free times gives them. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** Reads a request out of untrusted input. Returns every fault found, in French, never throws. */
export function parseBookingRequest(input: unknown): Parsed<BookingRequest> {
  const source = typeof input === 'object' && input !== null ? (input as Record<string, unknown>) : {};
  const errors: FieldError[] = [];
  const text = (field: string) => (typeof source[field] === 'string' ? source[field].trim() : '');

  const id = text('id').toLowerCase();
  if (!UUID.test(id))
    errors.push({ field: 'id', message: 'L’identifiant de la réservation doit être un UUID.' });
  const start = readInstant(source.start);
  if (start === undefined) errors.push({ field: 'start', message: rendezVous.faults.start });
  const [name, email] = [text('name'), text('email')];
  for (const [field, value] of [
    ['name', name],
    ['email', email],
  ] as const) {
    const message = faultOf(field, value, faultNames[field]);
    if (message !== undefined) errors.push({ field, message });
  }
  const { phone, message } = readPhoneField(text('phone'));
  if (phone === undefined) errors.push({ field: 'phone', message });

  if (errors.length > 0 || start === undefined || phone === undefined) return { ok: false, errors };
  const timeZone = readTimeZone(source.timeZone);
  return { ok: true, value: { id, start, name, email, phone, timeZone } };
}

/** The number that was typed, in E.164, or what is wrong with it, in French. */
export function readPhoneField(
  typed: string,
):
  | { readonly phone: string; readonly message?: never }
  | { readonly phone?: never; readonly message: string } {
  if (typed === '') return { message: 'Le numéro de téléphone est obligatoire.' };
  const read = typed.length <= LONGEST_PHONE ? readPhone(typed) : ({ fault: 'no-such-number' } as const);
  return 'fault' in read ? { message: PHONE_FAULTS[read.fault] } : { phone: read.phone };
}

/** An ISO 8601 instant in UTC; undefined when it is none. */
export function readInstant(input: unknown): Instant | undefined {
  if (typeof input !== 'string' || !INSTANT.test(input)) return undefined;
  const instant = Date.parse(input);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The visitor's time zone is only for display, so an unknown one is dropped instead of refused. */
export function readTimeZone(input: unknown): string | null {
  if (typeof input !== 'string' || input.length > 64) return null;
  try {
    return new Intl.DateTimeFormat('fr', { timeZone: input }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}
