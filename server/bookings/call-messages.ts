import { type CompiledQuery, sql } from 'kysely';
import { callReminderHours, type ReminderHours } from '#content/availability.ts';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { idAfter, mailId } from '../messages/ids.ts';
import { messagesQuery, type ServerMailDeps, statusQuery } from '../messages/new-message.ts';
import { roomAboutCalls, visitorMails } from '../messages/visitor-mails.ts';
import type { Database } from '../store/database.ts';
import { eventQuery } from '../store/leads/events.ts';
import type { BookingChangeRow, MessageKind } from '../store/schema.ts';
import { mailboxKey } from '../system/mailbox.ts';
import type { StoredBooking } from './store/booking.ts';

/** The `detail` of a message about a call. The message is not sent once the booking has another `sequence`. */
export interface CallDetail {
  readonly booking: string;
  /** The booking's `sequence` after the change that made the message. */
  readonly sequence: number;
  readonly change: BookingChangeRow['kind'];
  /** Hours before the call; only a reminder has them. */
  readonly hours?: number;
}

export type Changed = Pick<StoredBooking, 'id' | 'leadId' | 'sequence' | 'start' | 'end' | 'phone'> & {
  /** Where it was booked; absent: here. */
  readonly provider?: SchedulingProvider | null;
};

const HOUR_MS = 60 * 60_000;
/**
 * How long a change waits before its visitor is told: the next one replaces its mail. Whoever moves a call to and fro would
 * else fill a mailbox that may be somebody else's.
 */
const SETTLED_MS = 60_000;
/** No reminder is made that would be sent so soon after the mail about the booking. */
const TOO_SOON_MS = HOUR_MS;

/**
 * The reminders of a call that are still to come, in hours before it.
 * @param start when the call begins
 */
export function remindersOf(start: Instant, now: Instant): readonly ReminderHours[] {
  return callReminderHours.filter((hours) => start - hours * HOUR_MS - now > TOO_SOON_MS);
}

const EVENTS = {
  booked: 'call-booked',
  moved: 'call-moved',
  corrected: 'call-corrected',
  cancelled: 'call-cancelled',
} as const;

/**
 * The statements that belong to a change of a booking, for the same transaction. They drop the unsent messages about the
 * call before the change, and add an event to its lead, the mails to visitor and owner, the reminders, and the mail that
 * asks the owner, after the call, whether it took place. Mails to the visitor of a call that was booked at Calendly or
 * Cal.com are left to that provider; one about a change waits until no other has followed for a minute, and any but a
 * cancellation for room in its mailbox (`VISITOR_MAILS`).
 * @param booking as it is after the change
 * @param sender address that mails come from
 * @param told the change as its lead knows it
 * @param isQuiet whether the visitor gets no mail
 */
export function callMessages(
  db: Database,
  booking: Changed,
  change: BookingChangeRow['kind'],
  sender: string,
  now: Instant,
  told = change,
  isQuiet = false,
): CompiledQuery[] {
  const { id, leadId, sequence, start, end, provider = null } = booking;
  const cause = `${id} ${sequence}`;
  const isChange = change === 'moved' || change === 'corrected';
  const message = (kind: MessageKind, hours?: number, dueAt = hours && start - hours * HOUR_MS) => {
    const detail: CallDetail = { booking: id, sequence, change, ...(hours !== undefined && { hours }) };
    return {
      id: mailId(idAfter(cause, `${kind} ${hours ?? ''}`), sender),
      kind,
      lead_id: leadId,
      booking_id: id,
      detail,
      ...(dueAt !== undefined && { dueAt }),
    };
  };
  const reminders = remindersOf(start, now);
  const mails = [
    {
      ...message('visitor-call', undefined, isChange ? now + SETTLED_MS : now),
      ...(change !== 'cancelled' && { notBefore: roomAboutCalls(id) }),
    },
    message('owner-call'),
    ...(change === 'cancelled'
      ? []
      : [
          ...reminders.flatMap((hours) => [
            message('visitor-call-reminder', hours),
            message('owner-call-reminder', hours),
          ]),
          message('owner-call-over', undefined, end),
        ]),
  ].filter(({ kind }) => kind.startsWith('owner') || (provider === null && !isQuiet));
  return [withoutEarlier(db, id, mails), messagesQuery(db, now, mails), ...callEvent(db, booking, told, now)];
}

/** Why a message about a call is not sent after the call has changed. */
export const CHANGED = 'Le rendez-vous a été déplacé ou annulé depuis.';

/**
 * The statement that drops the messages about earlier states of a call. One that is being sent, or may have been, is
 * left to the server that sends it, which reads the call again before.
 * @param newer those of its present state
 */
function withoutEarlier(
  db: Database,
  bookingId: string,
  newer: readonly { readonly id: string }[],
): CompiledQuery {
  return db
    .updateTable('messages')
    .set({ state: 'dropped', last_error: CHANGED })
    .where('booking_id', '=', bookingId)
    .where(sql<boolean>`state = 'waiting'`)
    .where('lease_owner', 'is', null)
    .where('unknown_outcome', '=', 0)
    .where(
      'id',
      'not in',
      newer.map(({ id }) => id),
    )
    .compile();
}

/** The statements by which a lead has a change of its call: its event, and its status at the provider. */
export function callEvent(
  db: Database,
  { id, leadId, sequence, start, phone, provider = null }: Changed,
  change: BookingChangeRow['kind'],
  now: Instant,
): CompiledQuery[] {
  if (leadId === null) return [];
  const cause = `${id} ${sequence}`;
  const by = provider === null ? ('visitor' as const) : ('provider' as const);
  const event = eventQuery(db, {
    ...{ id: idAfter(cause, 'event'), leadId, kind: EVENTS[change], by, at: { now } },
    detail: { booking: id, start, ...(phone !== '' && { phone }), ...(provider !== null && { provider }) },
  });
  // Neither a move nor another number changes the lead's status.
  return change === 'booked' || change === 'cancelled'
    ? [event, statusQuery(db, leadId, cause, now)]
    : [event];
}

const DAY_MS = 24 * HOUR_MS;

/**
 * The statements by which a mailbox is asked whether another call is its own: one mail a day, however often somebody
 * books with its address, and within the limits of mails to visitors. Its page shows every call that waits.
 */
export async function mailboxAsked(
  { db, links, sender }: ServerMailDeps,
  { id: booking_id, email, leadId: lead_id }: Pick<StoredBooking, 'id' | 'email' | 'leadId'>,
  client: string | null,
  now: Instant,
): Promise<readonly CompiledQuery[]> {
  const id = mailId(links.keyedHash(`asked ${mailboxKey(email)} ${Math.floor(now / DAY_MS)}`), sender);
  const known = db.selectFrom('messages').select('id').where('id', '=', id);
  if ((await known.executeTakeFirst()) !== undefined) return [];
  const mails = await visitorMails(db, { instant: db.engine.instant(now), now, links, emails: [email] });
  const detail = { booking: booking_id };
  const room = mails.next(email, { client, released: 0 }, detail);
  return [
    messagesQuery(db, now, [{ ...{ id, lead_id, booking_id, detail }, kind: 'visitor-call-asked', ...room }]),
  ];
}
