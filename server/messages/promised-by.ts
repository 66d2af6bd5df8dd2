import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { deadlineOf, madeAt, type Promised } from '#domain/promise.ts';
import type { LeadStory } from '../store/leads/events.ts';
import { frenchTime } from '../system/french-time.ts';

/** By when something is promised to a lead's visitor. */
export function promisedUntil(promised: Promised, { lead, events }: LeadStory): Instant {
  // Until its first messages are made, a lead has no event.
  return deadlineOf(promised, madeAt(promised, events) ?? lead.createdAt, office);
}

/** The same as mails and pages say it: « mardi 24 novembre 2026 à 18h00 ». */
export function promisedBy(promised: Promised, story: LeadStory): string {
  return frenchTime(promisedUntil(promised, story));
}
