import { availability } from '#content/availability.ts';
import { call } from '#content/call.ts';
import type { Instant } from '#domain/instant.ts';
import { wallMoment } from '#domain/wall-clock.ts';
import { phoneInText } from '../../bookings/phone.ts';
import type { LeadEvent } from '../../store/leads/events.ts';
import { callsToldOf } from './due-promises.ts';

/**
 * What the owner is told of a lead's calls, on the follow-up page and in the mails about it: a sentence for each, the
 * first call first, and one more for a call that was moved.
 */
export function callLines(events: readonly LeadEvent[], now: Instant): string[] {
  const when = (instant: number) => wallMoment(instant, availability.timeZone);
  return callsToldOf(events)
    .toSorted((a, b) => a.start - b.start)
    .flatMap(({ start, phone, cancelled, movedFrom }) => {
      const moved = movedFrom === undefined ? [] : [call.moved(when(movedFrom), when(start))];
      if (cancelled) return [...moved, call.ownersCancelled(when(start))];
      const say = start > now ? call.owners : call.ownersBegun;
      return [say(when(start), phoneInText(phone)), ...moved];
    });
}
