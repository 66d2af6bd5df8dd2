import { createRequire } from 'node:module';
import type { CountryCode, NumberType } from 'libphonenumber-js/max';
import { cleanPhone, unbrokenPhone } from '#domain/text.ts';

/** The country of numbers that are written without a country code. */
const HOME: CountryCode = 'CH';

/** What costs the caller more than a call, or a price that nobody can tell beforehand, and what no person answers. */
const COSTLY: readonly NumberType[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'VOICEMAIL',
  'PAGER',
];

/** With what each kind of number looks like (`max`). Loaded with the first number: no start waits for it. */
const library = (): typeof import('libphonenumber-js/max') =>
  createRequire(import.meta.url)('libphonenumber-js/max');

/** A number in E.164 (https://www.itu.int/rec/T-REC-E.164), or why it is not called. */
export type ReadPhone =
  | { readonly phone: string }
  /** `costly`: premium, shared-cost and personal numbers, pagers, and those of no country, as satellite telephones. */
  | { readonly fault: 'no-such-number' | 'costly' }
  /** It may be called in either country: the readings, in E.164. */
  | { readonly perhaps: readonly [swiss: string, french: string] };

/** A number as the French write theirs, in five pairs; ten digits after a 0 are a Swiss number as well. */
const FIVE_PAIRS = /^0[67]([ .\-/])\d\d(?:\1\d\d){3}$/;

/**
 * Reads a number as it is typed; one without a country code is the agency's own country's, unless it is written as a
 * mobile number is in France: called as a Swiss one it would ring at a stranger's in Basel or St. Gallen.
 */
export function readPhone(typed: string): ReadPhone {
  const text = cleanPhone(typed);
  const home = numberIn(text, HOME);
  if (!FIVE_PAIRS.test(text)) return home;
  const french = numberIn(text, 'FR');
  if (!('phone' in french)) return home;
  return 'phone' in home ? { perhaps: [home.phone, french.phone] } : french;
}

function numberIn(text: string, country: CountryCode): Exclude<ReadPhone, { perhaps: unknown }> {
  const number = library().parsePhoneNumberFromString(text, { defaultCountry: country, extract: false });
  if (number?.isValid() !== true || number.ext !== undefined) return { fault: 'no-such-number' };
  const isCostly = number.isNonGeographic() || COSTLY.includes(number.getType());
  return isCostly ? { fault: 'costly' } : { phone: number.number };
}

/** A stored number, formatted to be read, with its country code: « +41 21 555 01 48 ». */
export function shownPhone(phone: string): string {
  return library().parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}

/** The same for a text: no line ends within it. */
export function phoneInText(phone: string): string {
  return unbrokenPhone(shownPhone(phone));
}
