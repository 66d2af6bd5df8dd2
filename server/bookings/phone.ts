import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** The country of numbers that are written without a country code. */
const HOME: CountryCode = 'CH';

/** E.164 (https://www.itu.int/rec/T-REC-E.164), or undefined when no such number can exist. */
export function readPhone(typed: string): string | undefined {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: HOME, extract: false });
  return number?.isValid() === true && number.ext === undefined ? number.number : undefined;
}

/** A stored number, formatted to be read, with its country code: « +41 21 555 01 48 ». */
export function shownPhone(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
