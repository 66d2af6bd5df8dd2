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

/** « mardi 24 novembre 2026 à 09:00 », by the office's clock. The locale's comma after the weekday is no French use. */
export function frenchTime(ms: number): string {
  return `${day.format(ms).replace(',', '').replace(/ 1 /, ' 1er ')} à ${time.format(ms)}`;
}

const MINUTE_MS = 60_000;

/** « moins d’une minute », « 12 min », « 2 h 05 », « 3 j 4 h ». */
export function frenchDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return 'moins d’une minute';
  if (hours === 0) return `${minutes} min`;
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)} j ${hours % 24} h`;
}
