import { office } from '#content/office.ts';
import { afterWorkingMinutes, nextMorning } from '#domain/working-time.ts';
import { type LeadEvent, lastMark } from './events.ts';

/** How often a lead that nobody marked is brought up again. */
export const LAST_STEP = 3;

export interface ReminderDetail {
  /** 1: after 15 minutes, 2: after 2 hours, 3: the next morning. */
  readonly step: number;
  /** When the owner was to be told; milliseconds since the epoch. */
  readonly since: number;
}

/** When a reminder is due, in working hours. */
export function reminderDue({ step, since }: ReminderDetail, now: number): number {
  if (step >= LAST_STEP) return nextMorning(office, now);
  return afterWorkingMinutes(office, since, step === 1 ? 15 : 120);
}

/**
 * Whether a reminder is not owed any more: somebody answered, confirmed a call, gave the lead up or asked to be forgotten; or could not
 * be reached since it was made, which has a reminder of its own.
 */
export function isSettled(events: readonly LeadEvent[], createdAt: number): boolean {
  if (events.some(({ kind }) => kind === 'erasure-requested' || kind === 'confirmed')) return true;
  const last = lastMark(events);
  return last !== undefined && (last.kind !== 'not-reached' || last.at > createdAt);
}
