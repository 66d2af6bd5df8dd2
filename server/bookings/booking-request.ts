import { faultNames } from '#content/lead-fields.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { FieldError, Parsed } from '#domain/errors.ts';
import type { Instant } from '#domain/instant.ts';
import { cleanField, faultOf, UUID } from '#domain/lead.ts';
import { phoneInText, readPhone, shownPhone } from './phone.ts';

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
  const [name, email] = [cleanField('name', text('name')), cleanField('email', text('email'))];
  for (const [field, value] of [
    ['name', name],
    ['email', email],
  ] as const) {
    const message = faultOf(field, value, faultNames[field]);
    if (message !== undefined) errors.push({ field, message });
  }
  const { phone, error } = readPhoneField(text('phone'));
  if (error !== undefined) errors.push(error);

  if (errors.length > 0 || start === undefined || phone === undefined) return { ok: false, errors };
  const timeZone = readTimeZone(source.timeZone);
  return { ok: true, value: { id, start, name, email, phone, timeZone } };
}

/** The number that was typed, in E.164; or why it is not called, or between which ones the person has to choose. */
export function readPhoneField(
  typed: string,
):
  | { readonly phone: string; readonly error?: never }
  | { readonly phone?: never; readonly error: FieldError } {
  const fault = (message: string) => ({ error: { field: 'phone', message } });
  if (typed === '') return fault('Le numéro de téléphone est obligatoire.');
  if (typed.length > LONGEST_PHONE) return fault(PHONE_FAULTS['no-such-number']);
  const read = readPhone(typed);
  if ('phone' in read) return { phone: read.phone };
  if ('fault' in read) return fault(PHONE_FAULTS[read.fault]);
  const { countries, whichCountry } = rendezVous.faults;
  const [swiss, french] = [shownPhone(read.perhaps[0]), shownPhone(read.perhaps[1])];
  const choices = [
    { label: countries.CH, value: swiss },
    { label: countries.FR, value: french },
  ];
  return {
    error: {
      field: 'phone',
      message: whichCountry(phoneInText(read.perhaps[0]), phoneInText(read.perhaps[1])),
      choices,
    },
  };
}

/** What the form says once a button of its question was pressed; what was typed, where that is no answer to it. */
export function chosenPhone(typed: string, chosen: string): string {
  return readPhoneField(typed).error?.choices?.some(({ value }) => value === chosen) === true
    ? chosen
    : typed;
}

/** What is said above a form that is shown again. */
export function detailOf(errors: readonly FieldError[]): string {
  const isQuestion = errors.every(({ choices }) => choices !== undefined);
  return isQuestion ? rendezVous.faults.country : rendezVous.faults.invalid(errors.length);
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
