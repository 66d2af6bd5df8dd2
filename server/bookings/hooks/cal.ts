import { z } from 'zod';
import { type CallNews, type HookKind, inviteeOf, isHmac } from './hook.ts';

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const uid = z.string().min(1).max(300);
/** An answer of the booking form; what is no text is none. */
const answer = z.object({ value: z.unknown().optional() }).nullish();

/** A booking, as far as it is read. A move makes a new one. */
const booking = z.object({
  uid,
  rescheduleUid: uid.nullish(),
  rescheduledToUid: uid.nullish(),
  startTime: instant,
  endTime: instant,
  attendees: z
    .array(z.object({ name: z.string(), email: z.string(), timeZone: z.string().nullish() }))
    .min(1),
  location: z.string().nullish(),
  smsReminderNumber: z.string().nullish(),
  responses: z.object({ attendeePhoneNumber: answer, phone: answer }).nullish(),
  metadata: z.object({ ref: z.unknown().optional() }).nullish(),
});

const cancelled = booking.pick({ uid: true, rescheduleUid: true, rescheduledToUid: true, metadata: true });

const noShow = z.object({ bookingUid: uid, attendees: z.array(z.object({ noShow: z.boolean() })) });

const EVENTS: Readonly<Record<string, (payload: unknown) => CallNews | 'nothing' | undefined>> = {
  BOOKING_CREATED: readBooked,
  BOOKING_RESCHEDULED: readBooked,
  BOOKING_CANCELLED: readCancelled,
  BOOKING_NO_SHOW_UPDATED: readNoShow,
};

/**
 * Cal.com's webhooks. A signature says nothing of when: a webhook that is sent again is known by its body.
 * @see https://cal.com/docs/developing/guides/automation/webhooks
 * @see https://github.com/calcom/cal.com/blob/main/packages/features/webhooks/lib/sendPayload.ts
 */
export const calHooks: HookKind = {
  header: 'x-cal-signature-256',

  isSigned: (signature, body, key) => isHmac(signature, key, body),

  read(body) {
    const { success, data } = z
      .object({ triggerEvent: z.string().max(100), payload: z.unknown().optional() })
      .safeParse(body);
    if (!success) return undefined;
    const { triggerEvent: event, payload } = data;
    const read = EVENTS[event];
    if (read === undefined) return { event };
    const news = read(payload);
    return news === 'nothing' ? { event } : news && { event, news };
  },
};

function readBooked(payload: unknown): CallNews | undefined {
  const read = booking.safeParse(payload).data;
  const [first] = read?.attendees ?? [];
  if (read === undefined || first === undefined) return undefined;
  const { attendeePhoneNumber, phone } = read.responses ?? {};
  const phones = [textIn(attendeePhoneNumber), textIn(phone), read.location, read.smsReminderNumber];
  const person = inviteeOf(first, phones);
  return { kind: 'booked', ...namesIn(read), start: read.startTime, end: read.endTime, person };
}

function readCancelled(payload: unknown): CallNews | undefined {
  const read = cancelled.safeParse(payload).data;
  if (read === undefined) return undefined;
  const kind = read.rescheduledToUid ? 'moved' : 'cancelled';
  return { kind, ...namesIn(read) };
}

function readNoShow(payload: unknown): CallNews | 'nothing' | undefined {
  const read = noShow.safeParse(payload).data;
  if (read === undefined) return undefined;
  return read.attendees.some((one) => one.noShow) ? { kind: 'no-show', uid: read.bookingUid } : 'nothing';
}

function namesIn({ uid: name, rescheduleUid, rescheduledToUid, metadata }: z.output<typeof cancelled>) {
  return {
    uid: name,
    // Cal.com names a booking that is moved by its host in its own cancellation.
    previous: rescheduleUid && rescheduleUid !== name ? rescheduleUid : undefined,
    next: rescheduledToUid ?? undefined,
    reference: typeof metadata?.ref === 'string' ? metadata.ref : undefined,
  };
}

function textIn(given: z.output<typeof answer>): string | undefined {
  return typeof given?.value === 'string' ? given.value : undefined;
}
