import { createRequire } from 'node:module';
import type { CountryCode } from 'libphonenumber-js/min';

/** The country of numbers that are written without a country code. */
const HOME: CountryCode = 'CH';

/** Loaded with the first number: no start waits for it. */
const library = (): typeof import('libphonenumber-js/min') =>
  createRequire(import.meta.url)('libphonenumber-js/min');

/** E.164 (https://www.itu.int/rec/T-REC-E.164), or undefined when no such number can exist. */
export function readPhone(typed: string): string | undefined {
  const number = library().parsePhoneNumberFromString(typed, { defaultCountry: HOME, extract: false });
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined;
}

/** A stored number, formatted to be read, with its country code: « +41 21 555 01 48 ». */
export function shownPhone(phone: string): string {
  return library().parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
