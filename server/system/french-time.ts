import { office } from '#content/office.ts';
import { localText, wallTime } from '#domain/wall-clock.ts';

const DAY = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;

/**
 * « mardi 24 novembre 2026 », by the office's clock; no line ends between the number and the month. The locale's comma
 * after the weekday is no French use.
 */
export function frenchDay(ms: number): string {
  return localText(office.timeZone, DAY, ms)
    .replace(',', '')
    .replace(/ 1 /, ' 1er ')
    .replace(/(?<=\d(?:er)?) (?=\p{L})/u, '\u00a0');
}

/** « mardi 24 novembre 2026 à 9h00 ». */
export function frenchTime(ms: number): string {
  return `${frenchDay(ms)} à\u00a0${wallTime(ms, office.timeZone)}`;
}

const MINUTE_MS = 60_000;

/** « moins d’une minute », « 12 min », « 2h05 », « 3 j 4h »; no line ends within. */
export function frenchDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return 'moins d’une minute';
  if (hours === 0) return `${minutes}\u00a0min`;
  if (hours < 24) return `${hours}h${String(minutes % 60).padStart(2, '0')}`;
  return `${Math.floor(hours / 24)}\u00a0j\u00a0${hours % 24}h`;
}
