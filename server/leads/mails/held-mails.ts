import { mails } from '#content/mails.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import type { MailBlock, MailBody } from '../../messages/mail/body.ts';
import type { MailKind, OwnerMailDeps } from '../../messages/mail/mail-kind.ts';
import { messageDetail } from '../../messages/new-message.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { type HeldHour, type HeldLead, heldLeads, MOST_HELD_COUNTED } from '../held-digest.ts';

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

const MOST_LISTED = 20;
const MOST_COUNTED = 1_000;

/** Writes the mail about what is held: the leads of an hour, or all of them and the calls. */
export const writeHeldMail: MailKind['write'] = async (deps, message) => {
  const { db, now } = deps;
  const hour = messageDetail<Partial<HeldHour>>(message);
  if (isHour(hour)) {
    const held = await heldLeads(db, MOST_LISTED, hour);
    return held.count === 0 ? NONE_HELD : { body: heldNowMail(held, deps) };
  }
  const held = await heldLeads(db, MOST_LISTED);
  const calls = await bookingReader(db).held(now, MOST_COUNTED);
  if (held.count === 0 && calls.length === 0) return NONE_HELD;
  return { body: heldMail(held, { count: calls.length, calls: calls.slice(0, MOST_LISTED) }) };
};

const NONE_HELD = { dropped: 'Plus rien n’est retenu.' };

function isHour(detail: Partial<HeldHour>): detail is HeldHour {
  return detail.from !== undefined;
}
