import { createHmac } from 'node:crypto';
import type { SchedulingProvider } from '#domain/booking.ts';

/** What signs the webhooks in the tests. */
export const HOOK_KEYS = { calendly: 'calendly-signing-key', cal: 'cal-webhook-secret' } as const;

const CALENDLY = 'https://api.calendly.com';

/** Address of a Calendly invitee, by which a call is named there. */
export const inviteeUri = (name: string) => `${CALENDLY}/scheduled_events/${name}/invitees/${name}`;

export interface CalendlyInvitee {
  /** Of the invitee and of its event. */
  readonly name: string;
  readonly start?: number;
  readonly reference?: string | null;
  readonly phone?: string | null;
  readonly previous?: string;
  /** That it goes on as after a move. */
  readonly next?: string;
  readonly email?: string;
}

/**
 * A webhook as Calendly's documentation shows it.
 * @see https://developer.calendly.com/docs/api-guides/see-how-webhook-payloads-change-when-invitees-reschedule-events
 */
export function calendlyHook(event: string, invitee: CalendlyInvitee): string {
  const { name, start = Date.UTC(2026, 10, 24, 9, 30), reference = null, phone = null, ...of } = invitee;
  const isCancelled = event === 'invitee.canceled';
  const state = isCancelled ? 'canceled' : 'active';
  const at = (time: number) => new Date(time).toISOString().replace(/Z$/, '000Z');
  const cancellation = { canceled_by: 'John Doe', reason: '', canceler_type: 'invitee' };
  return JSON.stringify({
    created_at: '2026-11-23T08:00:00.000000Z',
    created_by: `${CALENDLY}/users/AAAAAAAAAAAAAAAA`,
    event,
    payload: {
      cancel_url: `https://calendly.com/cancellations/${name}`,
      created_at: '2026-11-23T07:59:58.327602Z',
      email: of.email ?? 'test@example.com',
      event: `${CALENDLY}/scheduled_events/${name}`,
      first_name: null,
      last_name: null,
      name: 'John Doe',
      new_invitee: of.next === undefined ? null : inviteeUri(of.next),
      no_show: event === 'invitee_no_show.created' ? { uri: `${CALENDLY}/invitee_no_shows/${name}` } : null,
      old_invitee: of.previous === undefined ? null : inviteeUri(of.previous),
      payment: null,
      questions_and_answers: [],
      reconfirmation: null,
      reschedule_url: `https://calendly.com/reschedulings/${name}`,
      rescheduled: of.next !== undefined,
      routing_form_submission: null,
      scheduled_event: {
        uri: `${CALENDLY}/scheduled_events/${name}`,
        name: '15 Minute Call',
        status: state,
        start_time: at(start),
        end_time: at(start + 15 * 60_000),
        event_type: `${CALENDLY}/event_types/AAAAAAAAAAAAAAAA`,
        location: { type: 'outbound_call', location: phone },
        invitees_counter: { total: 1, active: isCancelled ? 0 : 1, limit: 1 },
        event_memberships: [{ user: `${CALENDLY}/users/AAAAAAAAAAAAAAAA` }],
        event_guests: [],
      },
      status: state,
      text_reminder_number: null,
      timezone: 'America/New_York',
      tracking: {
        utm_campaign: null,
        utm_source: null,
        utm_medium: null,
        utm_content: reference,
        utm_term: null,
        salesforce_uuid: null,
      },
      updated_at: '2026-11-23T07:59:58.341657Z',
      uri: inviteeUri(name),
      ...(isCancelled && { cancellation }),
    },
  });
}

/**
 * A webhook of a booking as Cal.com's documentation shows it.
 * @param payload in the place of what the example has
 * @see https://cal.com/docs/developing/guides/automation/webhooks
 */
export function calHook(triggerEvent: string, payload: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    triggerEvent,
    createdAt: '2026-11-23T08:00:00.538Z',
    payload: {
      type: '15min',
      title: '15min between Pro Example and John Doe',
      description: '',
      additionalNotes: '',
      customInputs: {},
      startTime: '2026-11-24T09:30:00Z',
      endTime: '2026-11-24T09:45:00Z',
      organizer: { id: 5, name: 'Pro Example', email: 'pro@example.com', timeZone: 'Europe/Zurich' },
      responses: {
        name: { label: 'your_name', value: 'John Doe' },
        email: { label: 'email_address', value: 'john.doe@example.com' },
        location: { label: 'location', value: { optionValue: '', value: 'inPerson' } },
        notes: { label: 'additional_notes' },
        guests: { label: 'additional_guests' },
        rescheduleReason: { label: 'reschedule_reason' },
      },
      userFieldsResponses: {},
      attendees: [
        {
          email: 'john.doe@example.com',
          name: 'John Doe',
          timeZone: 'Asia/Kolkata',
          language: { locale: 'en' },
        },
      ],
      location: 'Calcom HQ',
      destinationCalendar: null,
      requiresConfirmation: null,
      eventTypeId: 7,
      seatsPerTimeSlot: null,
      uid: 'bFJeNb2uX8ANpT3JL5EfXw',
      eventTitle: '15min',
      length: 15,
      bookingId: 91,
      metadata: {},
      status: 'ACCEPTED',
      ...payload,
    },
  });
}

/** Cal.com's webhook about somebody who did not come. */
export const calNoShow = (bookingUid: string, noShow = true) =>
  JSON.stringify({
    triggerEvent: 'BOOKING_NO_SHOW_UPDATED',
    createdAt: '2026-11-24T10:00:00.000Z',
    payload: {
      message: 'x marked as no-show',
      bookingUid,
      bookingId: 91,
      attendees: [{ email: 'john.doe@example.com', noShow }],
    },
  });

/** The header of a webhook, as its provider signs it. @param at of Calendly's signature */
export function signed(
  provider: SchedulingProvider,
  body: string,
  at: number,
  key: string = HOOK_KEYS[provider],
): Record<string, string> {
  const hmac = createHmac('sha256', key);
  if (provider === 'cal') return { 'x-cal-signature-256': hmac.update(body).digest('hex') };
  const seconds = Math.floor(at / 1_000);
  return {
    'calendly-webhook-signature': `t=${seconds},v1=${hmac.update(`${seconds}.${body}`).digest('hex')}`,
  };
}
