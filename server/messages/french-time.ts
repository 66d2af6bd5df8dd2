import { office } from '#content/office.ts';

const day = new Intl.DateTimeFormat('fr-CH', {
  timeZone: office.timeZone,
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const time = new Intl.DateTimeFormat('fr-CH', {
  timeZone: office.timeZone,
  hour: '2-digit',
  minute: '2-digit',
});

/** « mardi 24 novembre 2026 à 09:00 », by the office's clock. */
export function frenchTime(ms: number): string {
  return `${day.format(ms).replace(/ 1 /, ' 1er ')} à ${time.format(ms)}`;
}
