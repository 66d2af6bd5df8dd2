import { office } from '#content/office.ts';
import { type PromiseId, promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { deadlineOf, type EventKind, madeBy, type Promised } from '#domain/promise.ts';
import type { LeadEvent, LeadStory } from '../store/leads/events.ts';
import { frenchTime } from '../system/french-time.ts';

/**
 * The deadlines of the promises that an event makes, to be stored as the event's detail. The visitor is told them now, and
 * they must not move when the owner later changes the office's hours or delays.
 * @param at when the event happens
 * @returns the detail of the event; `until` maps the id of each promise to its deadline
 */
export function promisesMade(
  kind: EventKind,
  at: Instant,
): { readonly until: Readonly<Record<string, Instant>> } {
  const made = Object.entries<Promised>(promises).filter(([, { from }]) => from.includes(kind));
  const until = made.map(([id, promised]) => [id, deadlineOf(promised, at, office)] as const);
  return { until: Object.fromEntries(until) };
}

/**
 * The deadline of a promise, from the event that made it. Events that were recorded before deadlines were stored have
 * none; theirs is computed from today's hours and delays.
 */
export function owedUntil(
  id: PromiseId,
  { at, detail }: Pick<LeadEvent, 'at'> & Partial<Pick<LeadEvent, 'detail'>>,
): Instant {
  const { [id]: stored } = (detail?.until ?? {}) as Partial<Record<PromiseId, Instant>>;
  return stored ?? deadlineOf(promises[id], at, office);
}

/** By when something is promised to a lead's visitor. */
export function promisedUntil(id: PromiseId, { lead, events }: LeadStory): Instant {
  // Until its first messages are made, a lead has no event.
  return owedUntil(id, madeBy(promises[id], events) ?? { at: lead.createdAt });
}

/** The same as mails and pages say it: « mardi 24 novembre 2026 à 18h00 ». */
export function promisedBy(id: PromiseId, story: LeadStory): string {
  return frenchTime(promisedUntil(id, story));
}
