import { availability, callReminderHours, type ReminderHours } from '#content/availability.ts';
import { booking as contentBooking } from '#content/booking.ts';
import { agency } from '#content/business.ts';
import { call, reminded } from '#content/call.ts';
import { callMails } from '#content/call-mails.ts';
import { providers } from '#content/legal/providers.ts';
import { mails } from '#content/mails.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { type Booking, byWay } from '#domain/booking.ts';
import { isMailAddress } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { unbrokenPhone } from '#domain/text.ts';
import { sameWall, townOf, wallMoment } from '#domain/wall-clock.ts';
import { type Links, leadReference } from '../../messages/links.ts';
import type { MailBody, MailLink } from '../../messages/mail/body.ts';
import { floodMail } from '../../messages/mail/flood-mail.ts';
import type { Mail, MailKind, MailKinds, OwnerMailDeps, WriteDeps } from '../../messages/mail/mail-kind.ts';
import { messageDetail } from '../../messages/new-message.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import { plainText } from '../../system/plain-text.ts';
import { ownerEvent, visitorEvent } from '../calendar-event.ts';
import { invitation, publishedFile } from '../calendar-file.ts';
import { type CallDetail, CHANGED, remindersOf } from '../call-messages.ts';
import { CALL_LINK_MS } from '../call-outcome.ts';
import { phoneInText } from '../phone.ts';
import type { StoredBooking, ToldChange } from '../store/booking.ts';
import { bookingStore } from '../store/booking-store.ts';

const HOUR_MS = 60 * 60_000;
/** Calls that a mailbox is asked about in one mail, and on one page. */
export const MOST_ASKED = 5;

const writeForOwner = aboutCall(toOwners);
const writeForVisitor = aboutCall(toVisitor);

/** The mails about a call. */
export const callKinds = {
  'owner-call': { name: 'e-mail pour vous, appel', write: writeForOwner },
  'owner-call-reminder': { name: 'rappel de l’appel pour vous', write: writeForOwner },
  'owner-call-over': {
    name: 'e-mail pour vous après l’appel',
    async write(deps, message) {
      const { booking: id, sequence } = messageDetail<CallDetail>(message);
      const booking = await bookingStore(deps.db).byId(id);
      if (booking === undefined) return ERASED;
      if (booking.sequence !== sequence) return { dropped: CHANGED };
      if (booking.outcome !== null) return { dropped: 'Ce qu’est devenu l’appel est déjà noté.' };
      return { replyTo: booking.email || undefined, body: callOverMail(booking, deps) };
    },
  },
  'visitor-call': { name: 'e-mail au visiteur, appel', isPatient: true, write: writeForVisitor },
  'visitor-call-reminder': {
    name: 'rappel de l’appel au visiteur',
    isPatient: true,
    write: writeForVisitor,
  },
  'visitor-call-asked': {
    name: 'e-mail au visiteur, appel à confirmer',
    async write({ db, links, publicUrl, now, owners }, message) {
      const store = bookingStore(db);
      const booking = await store.byId(messageDetail<Pick<CallDetail, 'booking'>>(message).booking);
      if (booking === undefined) return ERASED;
      const held = await store.heldOf(booking.email, now);
      if (held.length === 0) return { dropped: 'Plus aucun appel n’attend la réponse de cette boîte.' };
      const { subject, title, text, link, ignore } = callMails.visitor.asked;
      const token = links.sign('mailbox', booking.id, now + CALL_LINK_MS);
      const href = `${publicUrl}/suivi/${token}`;
      const times = held.slice(0, MOST_ASKED).map(whenOf);
      const blocks = [text, { list: times }, { links: [{ label: link, href }], main: true }, ignore];
      return { to: [booking.email], replyTo: owners[0], body: { subject, title, blocks } };
    },
  },
  'owner-rush': {
    name: 'alerte d’afflux de réservations',
    write: (_, { created_at }) => ({ body: floodMail(mails.rush, created_at) }),
  },
} satisfies Partial<MailKinds>;

function aboutCall(say: (facts: CallFacts, deps: WriteDeps) => Mail): MailKind['write'] {
  return async (deps, message) => {
    const { now, publicUrl } = deps;
    const detail = messageDetail<CallDetail>(message);
    const store = bookingStore(deps.db);
    const booking = await store.byId(detail.booking);
    if (booking === undefined) return ERASED;
    const dropped = whyDropped(booking, detail, message.recipient === 'owner', now);
    if (dropped !== undefined) return { dropped };
    const told = await store.told(booking.id, detail.sequence);
    const news =
      message.recipient === 'owner'
        ? ownersNews(detail, await store.movedFrom(booking.id))
        : visitorsNews(booking, detail, told);
    if (news === undefined) return { dropped: KNOWN };
    const { reason, movedFrom } = news;
    const page = `${publicUrl}/rendez-vous/${booking.token}`;
    const reminders = remindersOf(booking.start, now);
    const { invitation: file, ...said } = say(
      { booking, reason, publicUrl, page, movedFrom, reminders },
      deps,
    );
    // Of a call that its visitor was never told of there is nothing to take leave of: a stranger has booked it since.
    const isFarewell = booking.state === 'cancelled' && told !== undefined;
    const mail = { ...said, ...(isFarewell && { isFarewell }) };
    // By the time of a reminder the calendars have the call; that of a provider's call is the provider's to fill.
    const isFiled = reason === 'reminder' || booking.provider !== null;
    return isFiled || file === undefined ? mail : { ...mail, invitation: file };
  };
}

type News = Pick<CallFacts, 'reason' | 'movedFrom'>;

function ownersNews({ hours, change }: CallDetail, movedFrom: Instant | undefined): News {
  return { reason: hours === undefined ? change : 'reminder', movedFrom };
}

/**
 * What has changed for the visitor since the last mail that reached them: mails about the changes in between were
 * replaced. Undefined: nothing.
 */
function visitorsNews(
  { start }: StoredBooking,
  { hours, change }: CallDetail,
  told: ToldChange | undefined,
): News | undefined {
  if (hours !== undefined) return { reason: 'reminder' };
  if (change === 'cancelled') return { reason: change };
  if (told === undefined) return { reason: 'booked' };
  if (told.start !== start) return { reason: 'moved', movedFrom: told.start };
  return told.isCorrectedSince ? { reason: 'corrected' } : undefined;
}

/** Why a mail about a call that was moved to and fro is not sent. */
const KNOWN = 'Le rendez-vous est de nouveau tel que son visiteur le connaît.';
const ERASED = { dropped: 'Le rendez-vous a été effacé.' };

/** Why the mail is of no use any more; undefined when it is. */
function whyDropped(
  { sequence, state, start, end, email }: StoredBooking,
  detail: CallDetail,
  isOwners: boolean,
  now: Instant,
): string | undefined {
  const { hours } = detail;
  if (sequence !== detail.sequence) return CHANGED;
  // The mail that asks what became of the call says all that this one would.
  if (isOwners && state !== 'cancelled' && end <= now) return 'L’appel est passé.';
  // A cancellation, and the owner's invitation, are of use even after the time at which the call begins.
  const ofUse = state === 'cancelled' || (isOwners && hours === undefined);
  if (start <= now && !ofUse) return 'L’appel a commencé.';
  const next = hours === undefined ? undefined : callReminderHours.find((one) => one < hours);
  // A reminder so late that the next one is due within the hour would say the same twice.
  if (next !== undefined && start - now < (next + 1) * HOUR_MS) return 'Le rappel suivant part à sa place.';
  if (!isOwners && !isMailAddress(email)) return 'L’adresse ne permet pas d’envoyer un e-mail.';
  return undefined;
}

function toVisitor(facts: CallFacts, { owners, ...deps }: WriteDeps): Mail {
  const { booking, page } = facts;
  const { email } = booking;
  const event = visitorEvent(booking, page, organizerOf(deps));
  // The address stands for the name, which the mail does not repeat.
  const attendee = { name: email, email };
  return {
    ...{ to: [email], replyTo: owners[0], body: visitorCallMail(facts) },
    invitation: invitation(event, [attendee]),
  };
}

/** All owners are invited. One who is the organizer gets a file to open: a calendar passes over its own invitations. */
function toOwners(facts: CallFacts, { owners, ...deps }: WriteDeps): Mail {
  const { booking, page } = facts;
  const organizer = organizerOf(deps);
  const event = ownerEvent(booking, page, organizer);
  const invited = owners.filter((owner) => owner.toLowerCase() !== organizer.email.toLowerCase());
  const attendees = invited.map((email) => ({ name: agency.brand, email }));
  return {
    ...{ replyTo: booking.email || undefined, body: ownerCallMail(facts) },
    invitation:
      attendees.length > 0
        ? invitation(event, attendees)
        : { method: 'PUBLISH', content: publishedFile(event) },
  };
}

function organizerOf({ sender, organizer = sender }: Pick<WriteDeps, 'sender' | 'organizer'>) {
  return { name: agency.brand, email: organizer };
}

/** What a mail about a call is written with. */
interface CallFacts {
  readonly booking: StoredBooking;
  readonly reason: CallDetail['change'] | 'reminder';
  /** Origin of the site. */
  readonly publicUrl: string;
  /** Address of the booking's page. */
  readonly page: string;
  /** The reminders that are still to come, in hours before the call. */
  readonly reminders: readonly ReminderHours[];
  /** When it was to begin before it was moved last. */
  readonly movedFrom?: Instant | undefined;
}

/** The mail to the visitor about a call. It may go to somebody else's address, so it repeats no name. */
function visitorCallMail(facts: CallFacts): MailBody {
  const { booking, reason, publicUrl, page, reminders } = facts;
  const words = callMails.visitor;
  const { subject, title } = words[reason](whenOf(booking));
  const { labels } = callMails;
  const when = factsOf(facts, labels.there);
  if (booking.state === 'cancelled') {
    const again = { label: words.again, href: `${publicUrl}/rendez-vous` };
    return {
      subject,
      title,
      blocks: [words.cancelledState, { facts: when }, { links: [again], main: true }],
    };
  }
  const who: (readonly [string, string])[] = [
    [labels.who, call.calls(phoneInText(booking.phone))],
    [labels.from, unbrokenPhone(agency.phone)],
    [labels.about, call.about],
  ];
  const change = { links: [{ label: words.change, href: page }], quiet: true };
  const state = `${words.state} ${reminded(reminders)}`.trimEnd();
  return { subject, title, blocks: [state, { facts: [...when, ...who] }, change] };
}

/** The mail to the owner after a call: what became of it, said by one of two links. */
function callOverMail(booking: StoredBooking, deps: OwnerMailDeps): MailBody {
  const words = callMails.owner.over(plainText(booking.name), whenOf(booking));
  const { labels } = callMails;
  const facts = said([
    [labels.phone, phoneInText(booking.phone)],
    [labels.email, plainText(booking.email)],
    [labels.when, whenOf(booking)],
  ]);
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
function ownerCallMail(of: CallFacts): MailBody {
  const { booking, reason, page } = of;
  const words = callMails.owner;
  const name = plainText(booking.name);
  const { subject, title } = words[reason](name, whenOf(booking));
  const { labels } = callMails;
  const provider = booking.provider === null ? '' : providers[booking.provider].name;
  const facts = said([
    [labels.name, name],
    [labels.phone, phoneInText(booking.phone)],
    [labels.email, plainText(booking.email)],
    ...factsOf(of, labels.theirs),
    [labels.provider, provider],
  ]);
  const ways = { links: [{ label: words.call, href: `tel:${booking.phone}` }], main: true };
  const reach = booking.phone === '' ? words.noPhone(provider) : ways;
  const manage = { links: [{ label: words.page, href: page }], quiet: true };
  const elsewhere = [words.changedThere(provider), ...(booking.leadId === null ? [words.nobodys] : [])];
  return {
    subject,
    title,
    blocks: [
      { facts },
      ...(booking.state === 'cancelled' ? [] : [reach]),
      ...(provider === '' ? [manage] : elsewhere),
    ],
  };
}

/** Without what a provider has not told. */
function said(facts: readonly (readonly [string, string])[]): (readonly [string, string])[] {
  return facts.filter(([, fact]) => fact !== '');
}

function factsOf(
  { booking: { start, end, state, timeZone: theirs }, reason, movedFrom }: CallFacts,
  there: string,
): (readonly [string, string])[] {
  const { labels, office } = callMails;
  const elsewhere = theirs !== null && !sameWall(start, theirs, availability.timeZone);
  return [
    [state === 'cancelled' ? labels.planned : labels.when, office(wallMoment(start, availability.timeZone))],
    ...(elsewhere ? [[there, `${wallMoment(start, theirs)} (${townOf(theirs)})`] as const] : []),
    ...(reason === 'moved' && movedFrom !== undefined
      ? [[labels.before, wallMoment(movedFrom, availability.timeZone)] as const]
      : []),
    ...(state === 'cancelled' ? [] : [[labels.duration, call.minutes((end - start) / 60_000)] as const]),
  ];
}

function whenOf({ start }: StoredBooking): string {
  return wallMoment(start, availability.timeZone);
}

export interface BookingLinkDeps {
  readonly links: Links;
  /** Origin of the site. */
  readonly publicUrl: string;
  /** How a call is asked for; the content's choice when it is not given. */
  readonly booking?: Booking;
}

/**
 * The link by which a visitor books the call as the lead that they are. It shows name and e-mail to whoever opens it, so
 * it stands in mails to the lead's own address and nowhere else.
 */
export function bookingLink(
  lead: StoredLead,
  { links, publicUrl, booking = contentBooking }: BookingLinkDeps,
): MailLink {
  const { book, bookByMessage } = mails.visitor;
  const step2 = `${publicUrl}/introduction`;
  const ref = `?ref=${leadReference(links, lead.id, lead.createdAt)}`;
  return byWay<MailLink>(booking, {
    own: { label: book, href: `${publicUrl}/rendez-vous${ref}` },
    provider: () => ({ label: book, href: `${step2}${ref}` }),
    message: { label: bookByMessage, href: step2 },
  });
}
