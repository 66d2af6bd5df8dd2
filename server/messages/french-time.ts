import { office } from '#content/office.ts';
import { localText } from '#domain/wall-clock.ts';

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const TIME = { hour: '2-digit', minute: '2-digit' } as const;

/** « mardi 24 novembre 2026 à 09:00 », by the office's clock. The locale's comma after the weekday is no French use. */
export function frenchTime(ms: number): string {
  const day = localText(office.timeZone, DAY, ms).replace(',', '').replace(/ 1 /, ' 1er ');
  return `${day} à ${localText(office.timeZone, TIME, ms)}`;
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
