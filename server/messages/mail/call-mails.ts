import { availability } from '#content/availability.ts';
import { agency } from '#content/business.ts';
import { callMails } from '#content/call-mails.ts';
import { sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import { ownerEvent, visitorEvent } from '../../bookings/calendar-event.ts';
import { invitation, type Person } from '../../bookings/calendar-file.ts';
import type { CallDetail } from '../../bookings/call-messages.ts';
import { shownPhone } from '../../bookings/phone.ts';
import { isAsciiAddress, isMailAddress } from '../../config/mail-address.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { bookingStore } from '../../store/bookings/booking-store.ts';
import type { Database } from '../../store/database.ts';
import type { MessageKind, MessageRow } from '../../store/schema.ts';
import { plainText } from '../plain-text.ts';
import type { MailBody } from './body.ts';
import { written } from './html.ts';
import type { OutgoingMail } from './transport.ts';

export interface CallMailDeps {
  readonly db: Database;
  readonly publicUrl: string;
  readonly owners: readonly string[];
  /** Address that mails come from. */
  readonly sender: string;
}

const KINDS = ['visitor-call', 'owner-call', 'visitor-call-reminder', 'owner-call-reminder'] as const;

type CallMailKind = (typeof KINDS)[number];

/** Whether a message is about a call, and not about a lead alone. */
export function isAboutCall(kind: MessageKind): kind is CallMailKind {
  return KINDS.some((one) => one === kind);
}

const HOUR_MS = 60 * 60_000;

/**
 * Writes a mail about a call out of what the database says now, or says why it is dropped: the call was moved,
 * cancelled or has begun.
 * @param now milliseconds since the epoch
 */
export async function writeCallMail(
  deps: CallMailDeps,
  message: Pick<MessageRow, 'id' | 'kind' | 'detail'>,
  now: number,
): Promise<{ readonly mail: OutgoingMail } | { readonly dropped: string }> {
  const detail = JSON.parse(message.detail ?? '{}') as CallDetail;
  const booking = await bookingStore(deps.db).byId(detail.booking);
  if (booking === undefined) return { dropped: 'Le rendez-vous a été effacé.' };
  if (booking.sequence !== detail.sequence)
    return { dropped: 'Le rendez-vous a été déplacé ou annulé depuis.' };
  const { hours } = detail;
  const isOwners = message.kind.startsWith('owner');
  // The mail about a cancellation is sent even after the time at which the call would have begun.
  const ofUse = booking.state === 'cancelled' || (isOwners && hours === undefined);
  if (booking.start <= now && !ofUse) return { dropped: 'L’appel a commencé.' };
  // A reminder so late that the next one is due soon would say the same twice.
  if (hours === 24 && booking.start - now < 2 * HOUR_MS)
    return { dropped: 'Le rappel suivant part à sa place.' };

  if (!isOwners && !isMailAddress(booking.email))
    return { dropped: 'L’adresse ne permet pas d’envoyer un e-mail.' };
  const body = isOwners ? ownerBody(booking, detail, deps) : visitorBody(booking, detail, deps);
  const page = `${deps.publicUrl}/rendez-vous/${booking.token}`;
  const to = isOwners ? deps.owners : [booking.email];
  const file = () =>
    isOwners
      ? invitation(ownerEvent(booking, page, ownerOrganizer(deps)), {
          name: agency.brand,
          email: to[0] ?? '',
        })
      : // The mail may go to somebody else's address, so it repeats nothing that the visitor typed: no name.
        invitation(visitorEvent(booking, page, organizerOf(deps.sender)), {
          name: booking.email,
          email: booking.email,
        });
  return {
    mail: {
      id: message.id,
      to,
      ...(isOwners && isAsciiAddress(booking.email) && { replyTo: booking.email }),
      ...written(body),
      ...(hours === undefined && {
        invitation: { method: booking.state === 'cancelled' ? 'CANCEL' : 'REQUEST', content: file() },
      }),
    },
  };
}

function visitorBody(booking: StoredBooking, detail: CallDetail, { publicUrl }: CallMailDeps): MailBody {
  const words = callMails.visitor;
  const { subject, title } = words[detail.hours === undefined ? detail.change : 'reminder'](whenOf(booking));
  const page = `${publicUrl}/rendez-vous/${booking.token}`;
  const cancelled = booking.state === 'cancelled';
  const link = cancelled
    ? { label: words.again, href: `${publicUrl}/rendez-vous` }
    : { label: words.change, href: page };
  const blocks = [
    { facts: factsOf(booking, callMails.labels.there) },
    ...(cancelled ? [] : [words.calls(shownPhone(booking.phone))]),
    { links: [link], main: true },
  ];
  return { subject, title, blocks };
}

function ownerBody(booking: StoredBooking, detail: CallDetail, { publicUrl }: CallMailDeps): MailBody {
  const words = callMails.owner;
  const name = plainText(booking.name);
  const said = words[detail.hours === undefined ? detail.change : 'reminder'](name, whenOf(booking));
  const { labels } = callMails;
  const links = [
    { label: words.call, href: `tel:${booking.phone}` },
    { label: words.page, href: `${publicUrl}/rendez-vous/${booking.token}` },
  ];
  const facts: (readonly [string, string])[] = [
    [labels.name, name],
    [labels.phone, shownPhone(booking.phone)],
    [labels.email, plainText(booking.email)],
    ...factsOf(booking, labels.theirs),
  ];
  const ways = { links: booking.state === 'cancelled' ? links.slice(1) : links, main: true };
  return { ...said, blocks: [{ facts }, ways] };
}

function factsOf(
  { start, end, timeZone: theirs }: StoredBooking,
  there: string,
): (readonly [string, string])[] {
  const { labels, minutes, office } = callMails;
  const elsewhere = theirs !== null && !sameWall(start, theirs, availability.timeZone);
  return [
    [labels.when, office(wall(start, availability.timeZone))],
    ...(elsewhere ? [[there, `${wall(start, theirs)} (${townOf(theirs)})`] as const] : []),
    [labels.duration, minutes((end - start) / 60_000)],
  ];
}

function whenOf({ start }: StoredBooking): string {
  return wall(start, availability.timeZone);
}

function wall(instant: number, timeZone: string): string {
  return `${wallDay(instant, timeZone)} à ${wallTime(instant, timeZone)}`;
}

function organizerOf(email: string): Person {
  return { name: agency.brand, email };
}

/** Calendars ignore invitations from their own address: when the sender is the owner, a sub-address is the organizer. */
function ownerOrganizer({ owners, sender }: CallMailDeps): Person {
  const own = owners.some((owner) => owner.toLowerCase() === sender.toLowerCase());
  return organizerOf(own ? sender.replace('@', '+rendez-vous@') : sender);
}
