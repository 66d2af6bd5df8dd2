import { shownFields } from '#content/lead-fields.ts';
import { mails } from '#content/mails.ts';
import { audit } from '#content/pages/audit.ts';
import { linkPages } from '#content/pages/link-pages.ts';
import { sourceFacts } from '#content/visits.ts';
import { chatLink } from '#domain/chat-link.ts';
import { isMailAddress, mailtoLink } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { type FieldRule, ruleOf } from '#domain/lead-fields.ts';
import { reportsIn } from '../../audits/queue/audit-mails.ts';
import { phoneInText } from '../../bookings/phone.ts';
import type { MailBlock, MailBody, MailLink } from '../../messages/mail/body.ts';
import type { OwnerMailDeps } from '../../messages/mail/mail-kind.ts';
import { frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { callLines } from '../follow-up/call-lines.ts';
import type { Contact } from '../follow-up/contact.ts';
import { owedAfter } from '../follow-up/due-promises.ts';
import { owedBy } from './owed-by.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const SHORT_ID = 8;
/** The answers that a mail about a lead leads to; their page has all. */
const IN_MAILS = ['repondu', 'pas-joint', 'perdu'] as const;

/** The mail to the owner about a new lead. */
export function ownerLeadMail(contact: Contact, deps: OwnerMailDeps): MailBody {
  const name = plainText(contact.lead.name);
  return {
    subject: mails.owner.subject(name),
    title: mails.owner.title(name),
    blocks: sharedBlocks(contact, deps),
  };
}

/** The mail to the owner about a lead that has no mark yet. */
export function reminderMail(contact: Contact, deps: OwnerMailDeps): MailBody {
  const name = plainText(contact.lead.name);
  return {
    subject: mails.reminder.subject(name),
    title: mails.reminder.title(name),
    blocks: [mails.reminder.text(frenchTime(contact.lead.createdAt)), ...sharedBlocks(contact, deps)],
  };
}

/** The mail with new links, which the owner asked for on the page of one that was too old. */
export function ownerLinksMail(contact: Contact, deps: OwnerMailDeps): MailBody {
  const name = plainText(contact.lead.name);
  return {
    subject: mails.links.subject(name),
    title: mails.links.title(name),
    blocks: [mails.links.text, ...sharedBlocks(contact, deps)],
  };
}

/** The mail to the owner about a visitor's request for erasure. */
export function erasureMail(contact: Contact, now: Instant): MailBody {
  const { lead, events } = contact;
  const name = plainText(lead.name);
  const asked = events.find(({ kind }) => kind === 'erasure-requested');
  return {
    subject: mails.erasure.subject(name),
    title: mails.erasure.title(name),
    blocks: [
      ...(asked === undefined ? [] : [mails.erasure.asked(frenchTime(asked.at))]),
      mails.erasure.text(`./oui erase ${whoOf(lead)}`),
      { list: owedLines(events, now) },
      { facts: factsOf(contact) },
    ],
  };
}

/** Nothing in it that a shell, into which the owner copies it, would take for a command or an option. */
const PLAIN_ADDRESS = /^\w[\w.+-]*@[\w.-]+$/;

/** The address finds everything of the person; where it is not plain, the reference finds this one lead. */
function whoOf({ id, email }: Contact['lead']): string {
  return PLAIN_ADDRESS.test(email) ? email : id.slice(0, SHORT_ID);
}

/** The lead's fields, ways to reach the person, open promises, reports, links to mark. */
function sharedBlocks(contact: Contact, { links, publicUrl, now }: OwnerMailDeps): MailBlock[] {
  const { lead, events } = contact;
  const token = links.sign('follow-up', lead.id, now + WEEK_MS);
  const marks = IN_MAILS.map((answer) => ({
    label: linkPages.followUp.answers[answer].button,
    href: `${publicUrl}/suivi/${token}?answer=${answer}`,
  }));
  const owed = owedLines(events, now);
  const ways = waysToReach(contact);
  return [
    { facts: factsOf(contact) },
    ...callLines(events, now),
    ...(ways.length === 0 ? [] : [{ links: ways, main: true }]),
    ...(owed.length === 0 ? [] : [{ heading: mails.owner.owed }, { list: owed }]),
    ...reportsIn(events, publicUrl).map((href) => ({ links: [{ label: audit.mails.owner.label, href }] })),
    mails.owner.mark,
    { links: marks },
  ];
}

function owedLines(events: Contact['events'], now: Instant): string[] {
  return owedAfter(events).map((owed) => mails.owner.until(owed.promised.owed, owedBy(owed, now)));
}

function factsOf({ lead, phone, isSiteMissing }: Contact): (readonly [string, string])[] {
  const { labels, siteMissing } = mails.owner;
  return [
    ...fieldsBy('visitor', lead),
    ...(isSiteMissing ? ([[labels.site, siteMissing]] as const) : []),
    ...(phone === undefined ? [] : ([[labels.phone, phoneInText(phone)]] as const)),
    [labels.received, frenchTime(lead.createdAt)],
    ...fieldsBy('page', lead),
    ...sourceFacts(lead),
    [labels.reference, lead.id.slice(0, SHORT_ID)],
  ];
}

/** The filled fields that a mail names, with their labels. */
function fieldsBy(by: FieldRule['by'], lead: Contact['lead']): (readonly [string, string])[] {
  return shownFields.flatMap(([field, { mail }]) => {
    const text = lead[field];
    return mail && text && ruleOf(field).by === by ? [[mail, plainText(text)] as const] : [];
  });
}

function waysToReach({ lead, phone }: Contact): MailLink[] {
  const { call, write, chat, writeSubject, chatText } = mails.owner;
  const ways: MailLink[] = [];
  if (phone !== undefined)
    ways.push(
      { label: call, href: `tel:${phone.replace(/[^\d+]/g, '')}` },
      { label: chat, href: chatLink(phone, chatText) },
    );
  if (isMailAddress(lead.email)) {
    const address = mailtoLink(lead.email);
    ways.push({ label: write, href: `${address}?subject=${encodeURIComponent(writeSubject)}` });
  }
  return ways;
}
