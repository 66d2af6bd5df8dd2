import type { Instant } from '#domain/instant.ts';
import { wallTime } from '#domain/wall-clock.ts';

/** Swiss time, whatever the machine's time zone: the two houses are in Switzerland. */
const swiss = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Zurich',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-21 11:34:15`, in Swiss time: sorts as text, and Excel reads it in any language. */
export function swissTime(ms: number): string {
  return swiss.format(ms);
}

/**
 * When a day begins in Switzerland; undefined when there is no such day.
 * @param day `2026-11-21`
 */
export function swissMidnight(day: string): Instant | undefined {
  return /^[\d-]+$/.test(day) ? swissInstant(day, 0) : undefined;
}

/**
 * Parses an instant that an operator typed; undefined when it is none.
 * @param text `2026-11-21`, `2026-11-21 14:05` (or with a T), or `14:05`, which is today's; in Swiss time
 */
export function swissInstant(text: string, now: Instant): number | undefined {
  const parts = /^(?:(\d{4}-\d{2}-\d{2})(?:[T ](?=\d))?)?(\d{2}:\d{2})?$/.exec(text);
  if (parts === null) return undefined;
  const [, day = swissTime(now).slice(0, 10), time = '00:00'] = parts;
  const at = Date.parse(`${day}T${time}:00Z`);
  return [1, 2]
    .map((hoursAhead) => at - hoursAhead * 3_600_000)
    .find((ms) => text !== '' && !Number.isNaN(ms) && swissTime(ms) === `${day} ${time}:00`);
}

/** `21.11.2026 à 9h05`, in Swiss time. */
export function readableTime(ms: number): string {
  return `${readableDay(swissTime(ms).slice(0, 10))} à ${wallTime(ms, 'Europe/Zurich')}`;
}

/** `21.11.2026` out of `2026-11-21`. */
export function readableDay(day: string): string {
  return day.split('-').reverse().join('.');
}

/** `850 ms`, `12 s`, `3 min 20 s`, `2 h 05 min`, `3 j 4 h`. */
export function readableDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 1_000);
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${seconds % 60} s`;
  if (hours < 24) return `${hours} h ${String(minutes % 60).padStart(2, '0')} min`;
  return `${Math.floor(hours / 24)} j ${hours % 24} h`;
}
