import { availability } from '#content/availability.ts';
import { callMails } from '#content/call-mails.ts';
import { sameWall, townOf, wallDay, wallTime } from '#domain/wall-clock.ts';
import type { CallDetail } from '../../bookings/call-messages.ts';
import { shownPhone } from '../../bookings/phone.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { plainText } from '../../system/plain-text.ts';
import type { MailBody } from './body.ts';

/** What a mail about a call is written with. */
export interface CallFacts {
  readonly booking: StoredBooking;
  readonly reason: CallDetail['change'] | 'reminder';
  /** Origin of the site. */
  readonly publicUrl: string;
  /** Address of the booking's page. */
  readonly page: string;
}

/** The mail to the visitor about a call. It may go to somebody else's address, so it repeats no name. */
export function visitorCallMail({ booking, reason, publicUrl, page }: CallFacts): MailBody {
  const words = callMails.visitor;
  const { subject, title } = words[reason](whenOf(booking));
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

/** The mail to the owner about a call. */
export function ownerCallMail({ booking, reason, page }: CallFacts): MailBody {
  const words = callMails.owner;
  const name = plainText(booking.name);
  const { subject, title } = words[reason](name, whenOf(booking));
  const { labels } = callMails;
  const links = [
    { label: words.call, href: `tel:${booking.phone}` },
    { label: words.page, href: page },
  ];
  const facts: (readonly [string, string])[] = [
    [labels.name, name],
    [labels.phone, shownPhone(booking.phone)],
    [labels.email, plainText(booking.email)],
    ...factsOf(booking, labels.theirs),
  ];
  const ways = { links: booking.state === 'cancelled' ? links.slice(1) : links, main: true };
  return { subject, title, blocks: [{ facts }, ways] };
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
