import { callReminderHours } from '#content/availability.ts';
import { agency } from '#content/business.ts';
import { isMailAddress } from '#domain/email.ts';
import { ownerEvent, visitorEvent } from '../../bookings/calendar-event.ts';
import { invitation } from '../../bookings/calendar-file.ts';
import type { CallDetail } from '../../bookings/call-messages.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { bookingStore } from '../../store/bookings/booking-store.ts';
import type { MessageRow } from '../../store/schema.ts';
import { detailOf } from '../new-message.ts';
import { type CallFacts, callOverMail, ownerCallMail, visitorCallMail } from './call-mails.ts';
import { renderMail } from './html.ts';
import { replyTo } from './reply-to.ts';
import type { WriteDeps, WrittenMail } from './written-mail.ts';

const HOUR_MS = 60 * 60_000;

/**
 * Writes a mail about a call out of what the database says now, or says why it is dropped.
 * @param now milliseconds since the epoch
 */
export async function writeCallMail(
  deps: WriteDeps,
  message: Pick<MessageRow, 'id' | 'kind' | 'detail'>,
  now: number,
): Promise<WrittenMail> {
  const { id, kind } = message;
  const detail = detailOf<CallDetail>(message);
  const store = bookingStore(deps.db);
  const booking = await store.byId(detail.booking);
  if (booking === undefined) return { dropped: 'Le rendez-vous a été effacé.' };
  if (kind === 'owner-call-over') {
    if (booking.sequence !== detail.sequence) return { dropped: CHANGED };
    if (booking.outcome !== null) return { dropped: 'Ce qu’est devenu l’appel est déjà noté.' };
    return {
      mail: {
        id,
        to: deps.owners,
        ...replyTo(booking.email),
        ...renderMail(callOverMail(booking, { ...deps, now })),
      },
    };
  }
  const isOwners = kind.startsWith('owner');
  const dropped = whyDropped(booking, detail, isOwners, now);
  if (dropped !== undefined) return { dropped };
  const { publicUrl } = deps;
  const reason = detail.hours === undefined ? detail.change : 'reminder';
  const page = `${publicUrl}/rendez-vous/${booking.token}`;
  const movedFrom = await store.movedFrom(booking.id);
  const facts = { booking, reason, publicUrl, page, movedFrom } as const;
  const { invitation: file, ...mail } = isOwners ? toOwners(facts, deps) : toVisitor(facts, deps);
  // By the time of a reminder the calendars have the call.
  return { mail: reason === 'reminder' ? { id, ...mail } : { id, ...mail, invitation: file } };
}

const CHANGED = 'Le rendez-vous a été déplacé ou annulé depuis.';

/** Why the mail is of no use any more; undefined when it is. */
function whyDropped(
  { sequence, state, start, email }: StoredBooking,
  detail: CallDetail,
  isOwners: boolean,
  now: number,
): string | undefined {
  const { hours } = detail;
  if (sequence !== detail.sequence) return CHANGED;
  // A cancellation, and the owner's invitation, are of use even after the time at which the call begins.
  const ofUse = state === 'cancelled' || (isOwners && hours === undefined);
  if (start <= now && !ofUse) return 'L’appel a commencé.';
  const next = hours === undefined ? undefined : callReminderHours.find((one) => one < hours);
  // A reminder so late that the next one is due within the hour would say the same twice.
  if (next !== undefined && start - now < (next + 1) * HOUR_MS) return 'Le rappel suivant part à sa place.';
  if (!isOwners && !isMailAddress(email)) return 'L’adresse ne permet pas d’envoyer un e-mail.';
  return undefined;
}

function toVisitor(facts: CallFacts, { sender, owners }: WriteDeps) {
  const { booking, page } = facts;
  const { email } = booking;
  const event = visitorEvent(booking, page, { name: agency.brand, email: sender });
  // The address stands for the name, which the mail does not repeat.
  const attendee = { name: email, email };
  return {
    to: [email],
    ...replyTo(owners[0]),
    ...renderMail(visitorCallMail(facts)),
    invitation: invitation(event, attendee),
  };
}

function toOwners(facts: CallFacts, { owners, sender }: WriteDeps) {
  const { booking, page } = facts;
  // Calendars ignore invitations from their own address: when the sender is the owner, a sub-address is the organizer.
  const own = owners.some((owner) => owner.toLowerCase() === sender.toLowerCase());
  const organizer = { name: agency.brand, email: own ? sender.replace('@', '+rendez-vous@') : sender };
  const attendee = { name: agency.brand, email: owners[0] ?? '' };
  return {
    to: owners,
    ...replyTo(booking.email),
    ...renderMail(ownerCallMail(facts)),
    invitation: invitation(ownerEvent(booking, page, organizer), attendee),
  };
}
