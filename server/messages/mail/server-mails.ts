import { mails } from '#content/mails.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { plainText } from '../../system/plain-text.ts';
import { frenchDuration, frenchTime } from '../french-time.ts';
import { type HeldLead, MOST_HELD_COUNTED } from '../held-digest.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import type { MailBlock, MailBody } from './body.ts';
import type { OwnerMailDeps } from './owner-mails.ts';

/** The mail to the owner when an alarm is raised. @param cause in the words of whoever refused */
export function alarmMail({ alarm, since }: AlarmDetail, cause: string | undefined): MailBody {
  const { subject, text, todo } = mails.alarm.raised[alarm];
  const why = cause === undefined ? [] : [mails.alarm.cause(plainText(cause))];
  return { subject, title: subject, blocks: [text(frenchTime(since)), ...why, todo] };
}

/** The mail to the owner when an alarm has ended, with how long it lasted. */
export function alarmOverMail({ alarm, since, until = since }: AlarmDetail): MailBody {
  const subject = mails.alarm.over[alarm];
  const lasted = mails.alarm.lasted(frenchTime(since), frenchTime(until), frenchDuration(until - since));
  return { subject, title: subject, blocks: [lasted] };
}

interface HeldLeads {
  readonly count: number;
  /** The newest first. */
  readonly leads: readonly HeldLead[];
}

interface HeldCalls {
  readonly count: number;
  /** The first call first. */
  readonly calls: readonly StoredBooking[];
}

/** The daily digest of what is held: leads, and calls that wait for the owner's word. */
export function heldMail({ count, leads }: HeldLeads, held: HeldCalls): MailBody {
  const { subject, subjectCalls, title, titleCalls, text, todo, textCalls, todoCalls, more } = mails.held;
  const orMore = count === MOST_HELD_COUNTED;
  const ofLeads = leads.map(
    ({ id, name, createdAt, because }) =>
      `${id.slice(0, 8)} · ${plainText(name)} · ${frenchTime(createdAt)} · ${because}`,
  );
  const ofCalls = held.calls.map(
    ({ name, email, start }) => `${plainText(name)} · ${plainText(email)} · ${frenchTime(start)}`,
  );
  const list = (items: readonly string[], all: number, orMore = false) => ({
    list: all > items.length ? [...items, more(all - items.length, orMore)] : items,
  });
  return {
    subject: count > 0 ? subject(count, orMore) : subjectCalls(held.count),
    title: count > 0 ? title : titleCalls,
    blocks: [
      ...(count > 0 ? [text, list(ofLeads, count, orMore), todo] : []),
      ...(held.count > 0 ? [textCalls, list(ofCalls, held.count), todoCalls] : []),
    ],
  };
}

const HELD_LINK_MS = 7 * 24 * 60 * 60_000;

/** The mail about leads that were held within the hour, each with two links. */
export function heldNowMail({ count, leads }: HeldLeads, { links, publicUrl, now }: OwnerMailDeps): MailBody {
  const { subject, title, text, line } = mails.held.now;
  const { answers } = linkPages.held;
  const blocks = leads.flatMap(({ id, name, email, because }): MailBlock[] => {
    const token = links.sign('held', id, now + HELD_LINK_MS);
    const ways = Object.entries(answers).map(([answer, { button }]) => ({
      label: button,
      href: `${publicUrl}/suivi/${token}?answer=${answer}`,
    }));
    return [line(plainText(name), plainText(email), because), { links: ways, quiet: true }];
  });
  const more =
    count > leads.length ? [mails.held.more(count - leads.length, count === MOST_HELD_COUNTED)] : [];
  return { subject: subject(count), title, blocks: [text, ...blocks, ...more] };
}

/** The mail to the owner about a flood of leads. @param since when it began, in milliseconds since the epoch */
export const floodMail = (since: number): MailBody => floodBody(mails.flood, since);

/** The mail to the owner about a rush of bookings. @param since when it began, in milliseconds since the epoch */
export const rushMail = (since: number): MailBody => floodBody(mails.rush, since);

function floodBody(words: typeof mails.flood | typeof mails.rush, since: number): MailBody {
  const { subject, title, text, todo, once } = words;
  return { subject, title, blocks: [text(frenchTime(since)), { list: [...todo] }, once] };
}

/** The mail to the owner after the receiver refused all further webhooks. @param at when, in milliseconds since the epoch */
export function webhookStoppedMail(at: number): MailBody {
  const { subject, title, text, todo } = mails.webhookStopped;
  return { subject, title, blocks: [text(frenchTime(at)), todo] };
}
