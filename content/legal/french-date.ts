const LONG = new Intl.DateTimeFormat('fr-CH', { dateStyle: 'long', timeZone: 'UTC' });

/**
 * A date as French writes it: « 21 novembre 2026 », « 1er mars 2027 ».
 * @param iso `YYYY-MM-DD`
 * @throws RangeError when it is not a date
 */
export function frenchDate(iso: string): string {
  return LONG.format(new Date(`${iso}T00:00:00Z`)).replace(/^1 /, '1er ');
}
