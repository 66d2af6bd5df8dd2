import { office } from '#content/office.ts';
import { deadlineOf, type Promised } from '#domain/promise.ts';
import { frenchTime } from './french-time.ts';

/**
 * By when something is promised to a visitor, as mails and pages say it: « mardi 24 novembre 2026 à 18:00 ».
 * @param at when the promise was made, in milliseconds since the epoch
 */
export function promisedBy(promised: Promised, at: number): string {
  return frenchTime(deadlineOf(promised, at, office));
}
