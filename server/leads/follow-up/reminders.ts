import type { Kysely } from 'kysely';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { afterWorkingMinutes, nextMorning } from '#domain/working-time.ts';
import { type LeadEvent, lastMark } from '../../store/leads/events.ts';
import type { Schema } from '../../store/schema.ts';
import { callsAfter } from './due-promises.ts';

/** How often a lead is brought up in all, also after « Pas joint »; after that it stands in the weekly mail. */
export const LAST_STEP = 3;

export interface ReminderDetail {
  /** 1: after 15 minutes, 2: after 2 hours, 3: the next morning. */
  readonly step: number;
  /** When the owner was told of the lead. */
  readonly since: Instant;
}

/**
 * Minutes of working time from one reminder to the next at least: after an outage of the mail server the second would
 * otherwise be due with the first.
 */
const BETWEEN_MINUTES = 60;

/** When a reminder is due; always within working hours. */
export function reminderDue({ step, since }: ReminderDetail, now: Instant): number {
  if (step >= LAST_STEP) return nextMorning(office, now);
  if (step === 1) return afterWorkingMinutes(office, since, 15);
  return Math.max(afterWorkingMinutes(office, since, 120), afterWorkingMinutes(office, now, BETWEEN_MINUTES));
}

/**
 * Whether a reminder is superfluous: the lead asked for erasure; or its last word is that a call stands booked, that it was
 * marked answered, called, won or lost, that the visitor confirmed the call, or that it was marked as not reached after the
 * reminder was made, which makes another reminder.
 */
export function isSettled(events: readonly LeadEvent[], createdAt: Instant): boolean {
  if (events.some(({ kind }) => kind === 'erasure-requested')) return true;
  const last = events.findLast((event) => event.kind === 'confirmed' || event === lastMark(events));
  if (callsAfter(events).some(({ since }) => last === undefined || since > last.at)) return true;
  return last !== undefined && (last.kind !== 'not-reached' || last.at > createdAt);
}

/** How many reminders about a lead were accepted, by themselves or among others. */
export async function timesReminded(db: Kysely<Schema>, leadId: string): Promise<number> {
  const { count } = await db
    .selectFrom('messages')
    .leftJoin('messages as bundle', 'bundle.id', 'messages.bundle_id')
    .select((e) => e.fn.countAll().as('count'))
    .where('messages.lead_id', '=', leadId)
    .where('messages.kind', '=', 'owner-reminder')
    .where((e) => e.or([e('messages.state', '=', 'sent'), e('bundle.state', '=', 'sent')]))
    .executeTakeFirstOrThrow();
  return Number(count);
}
