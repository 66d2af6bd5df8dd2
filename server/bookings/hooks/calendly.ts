import { z } from 'zod';
import { type HookKind, inviteeOf, isHmac } from './hook.ts';

/** How old a signature may be, and how far ahead the provider's clock. */
const TOLERANCE_MS = 3 * 60_000;
/** `t=1492774577,v1=5257a8…` */
const SIGNATURE = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/;

const instant = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const uri = z.string().min(1).max(300);

/** An invitee, as far as it is read. A move makes a new one. */
const invitee = z.object({
  uri,
  name: z.string().nullish(),
  email: z.string(),
  timezone: z.string().nullish(),
  rescheduled: z.boolean().nullish(),
  old_invitee: uri.nullish(),
  new_invitee: uri.nullish(),
  text_reminder_number: z.string().nullish(),
  tracking: z.object({ utm_content: z.string().nullish() }).nullish(),
  scheduled_event: z
    .object({
      start_time: instant,
      end_time: instant,
      // Of a call that the host makes, the number.
      location: z.object({ location: z.string().nullish() }).nullish(),
    })
    .nullish(),
});

const EVENTS: Readonly<Record<string, 'booked' | 'cancelled' | 'no-show'>> = {
  'invitee.created': 'booked',
  'invitee.canceled': 'cancelled',
  'invitee_no_show.created': 'no-show',
};

/**
 * Calendly's webhooks.
 * @see https://developer.calendly.com/api-docs/overview/webhooks/webhook-signatures
 * @see https://developer.calendly.com/docs/api-guides/see-how-webhook-payloads-change-when-invitees-reschedule-events
 */
export const calendlyHooks: HookKind = {
  header: 'calendly-webhook-signature',

  isSigned(signature, body, key, now) {
    const [, seconds, hex] = SIGNATURE.exec(signature) ?? [];
    if (seconds === undefined || hex === undefined) return false;
    return Math.abs(now - Number(seconds) * 1_000) <= TOLERANCE_MS && isHmac(hex, key, `${seconds}.`, body);
  },

  read(body) {
    const { success, data } = z
      .object({ event: z.string().max(100), payload: z.unknown().optional() })
      .safeParse(body);
    if (!success) return undefined;
    const { event } = data;
    const kind = EVENTS[event];
    if (kind === undefined) return { event };
    const read = invitee.safeParse(data.payload);
    if (!read.success) return undefined;
    const { uri: uid, scheduled_event, tracking, timezone: timeZone, ...of } = read.data;
    if (kind === 'booked' && !scheduled_event) return undefined;
    const names = { uid, previous: of.old_invitee ?? undefined, next: of.new_invitee ?? undefined };
    const reference = tracking?.utm_content ?? undefined;
    if (kind === 'no-show') return { event, news: { kind, ...names, reference } };
    const { start_time: start, end_time: end, location } = scheduled_event ?? {};
    const person = inviteeOf({ ...of, timeZone }, [location?.location, of.text_reminder_number]);
    if (kind === 'booked') return { event, news: { kind, ...names, reference, start, end, person } };
    return { event, news: { kind: of.rescheduled ? 'moved' : 'cancelled', ...names, reference } };
  },
};
