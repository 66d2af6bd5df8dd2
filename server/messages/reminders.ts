import { office } from '#content/office.ts';
import { afterWorkingMinutes, nextMorning } from '#domain/working-time.ts';
import { type LeadEvent, lastMark } from './events.ts';

/** How many reminders a lead without a mark gets. */
export const LAST_STEP = 3;

export interface ReminderDetail {
  /** 1: after 15 minutes, 2: after 2 hours, 3: the next morning. */
  readonly step: number;
  /** When the first mail about the lead was made; milliseconds since the epoch. */
  readonly since: number;
}

/** When a reminder is due, in milliseconds since the epoch; always within working hours. */
export function reminderDue({ step, since }: ReminderDetail, now: number): number {
  if (step >= LAST_STEP) return nextMorning(office, now);
  return afterWorkingMinutes(office, since, step === 1 ? 15 : 120);
}

/**
 * Whether a reminder is superfluous: the lead asked for erasure; or its last word is that it was marked answered, called,
 * won or lost, that the visitor confirmed the call, or that it was marked as not reached after the reminder was made, which
 * makes another reminder.
 */
export function isSettled(events: readonly LeadEvent[], createdAt: number): boolean {
  if (events.some(({ kind }) => kind === 'erasure-requested')) return true;
  const last = events.findLast((event) => event.kind === 'confirmed' || event === lastMark(events));
  return last !== undefined && (last.kind !== 'not-reached' || last.at > createdAt);
}
