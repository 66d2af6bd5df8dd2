import { availability } from '#content/availability.ts';
import { agency } from '#content/business.ts';
import { call } from '#content/call.ts';
import { callMails } from '#content/call-mails.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { sameWall, townOf, wallMoment } from '#domain/wall-clock.ts';
import type { CallDetail } from '../../bookings/call-messages.ts';
import { shownPhone, unbrokenPhone } from '../../bookings/phone.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { plainText } from '../../system/plain-text.ts';
import { CALL_LINK_MS } from '../call-outcome.ts';
import type { MailBody, MailLink } from './body.ts';
import type { OwnerMailDeps } from './owner-mails.ts';

/** What a mail about a call is written with. */
export interface CallFacts {
  readonly booking: StoredBooking;
  readonly reason: CallDetail['change'] | 'reminder';
  /** Origin of the site. */
  readonly publicUrl: string;
  /** Address of the booking's page. */
  readonly page: string;
  /** When it was to begin before it was moved last, in milliseconds since the epoch. */
  readonly movedFrom?: number | undefined;
}

/** The mail to the visitor about a call. It may go to somebody else's address, so it repeats no name. */
export function visitorCallMail(facts: CallFacts): MailBody {
  const { booking, reason, publicUrl, page } = facts;
  const words = callMails.visitor;
  const { subject, title } = words[reason](whenOf(booking));
  const { labels } = callMails;
  const when = factsOf(facts, labels.there);
  if (booking.state === 'cancelled') {
    const again = { label: words.again, href: `${publicUrl}/rendez-vous` };
    return { subject, title, blocks: [{ facts: when }, { links: [again], main: true }] };
  }
  const who: (readonly [string, string])[] = [
    [labels.who, call.calls(unbrokenPhone(shownPhone(booking.phone)))],
    [labels.from, unbrokenPhone(agency.phone)],
    [labels.about, call.about],
  ];
  const change = { links: [{ label: words.change, href: page }], quiet: true };
  return { subject, title, blocks: [words.state, { facts: [...when, ...who] }, change] };
}

/** The mail to the owner after a call: what became of it, said by one of two links. */
export function callOverMail(booking: StoredBooking, deps: OwnerMailDeps): MailBody {
  const words = callMails.owner.over(plainText(booking.name), whenOf(booking));
  const { labels } = callMails;
  const facts: (readonly [string, string])[] = [
    [labels.phone, unbrokenPhone(shownPhone(booking.phone))],
    [labels.email, plainText(booking.email)],
    [labels.when, whenOf(booking)],
  ];
  return {
    subject: words.subject,
    title: words.title,
    blocks: [callMails.owner.overText, { facts }, { links: callLinks(booking, deps) }],
  };
}

/** The links by which the owner says what became of a call. */
export function callLinks({ id }: StoredBooking, { links, publicUrl, now }: OwnerMailDeps): MailLink[] {
  const token = links.sign('call', id, now + CALL_LINK_MS);
  return Object.entries(linkPages.callOver.answers).map(([answer, { button }]) => ({
    label: button,
    href: `${publicUrl}/suivi/${token}?answer=${answer}`,
  }));
}

/** The mail to the owner about a call. */
export function ownerCallMail(of: CallFacts): MailBody {
  const { booking, reason, page } = of;
  const words = callMails.owner;
  const name = plainText(booking.name);
  const { subject, title } = words[reason](name, whenOf(booking));
  const { labels } = callMails;
  const facts: (readonly [string, string])[] = [
    [labels.name, name],
    [labels.phone, shownPhone(booking.phone)],
    [labels.email, plainText(booking.email)],
    ...factsOf(of, labels.theirs),
  ];
  const ways = { links: [{ label: words.call, href: `tel:${booking.phone}` }], main: true };
  const manage = { links: [{ label: words.page, href: page }], quiet: true };
  return { subject, title, blocks: [{ facts }, ...(booking.state === 'cancelled' ? [] : [ways]), manage] };
}

function factsOf(
  { booking: { start, end, timeZone: theirs }, reason, movedFrom }: CallFacts,
  there: string,
): (readonly [string, string])[] {
  const { labels, office } = callMails;
  const elsewhere = theirs !== null && !sameWall(start, theirs, availability.timeZone);
  return [
    [labels.when, office(wallMoment(start, availability.timeZone))],
    ...(elsewhere ? [[there, `${wallMoment(start, theirs)} (${townOf(theirs)})`] as const] : []),
    ...(reason === 'moved' && movedFrom !== undefined
      ? [[labels.before, wallMoment(movedFrom, availability.timeZone)] as const]
      : []),
    [labels.duration, call.minutes((end - start) / 60_000)],
  ];
}

function whenOf({ start }: StoredBooking): string {
  return wallMoment(start, availability.timeZone);
}
