import { mails } from '#content/mails.ts';
import { plainText } from '../../system/plain-text.ts';
import { frenchDuration, frenchTime } from '../french-time.ts';
import type { HeldLead } from '../held-digest.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import type { MailBody } from './body.ts';

/** The mail to the owner when an alarm is raised. */
export function alarmMail({ alarm, since }: AlarmDetail): MailBody {
  const { subject, text, todo } = mails.alarm.raised[alarm];
  return { subject, title: subject, blocks: [text(frenchTime(since)), todo] };
}

/** The mail to the owner when an alarm has ended, with how long it lasted. */
export function alarmOverMail({ alarm, since, until = since }: AlarmDetail): MailBody {
  const subject = mails.alarm.over[alarm];
  const lasted = mails.alarm.lasted(frenchTime(since), frenchTime(until), frenchDuration(until - since));
  return { subject, title: subject, blocks: [lasted] };
}

/** The daily digest of the leads that are held back, the newest first. */
export function heldMail({ count, leads }: { count: number; leads: readonly HeldLead[] }): MailBody {
  const { subject, title, text, todo, more } = mails.held;
  const items = leads.map(
    ({ id, name, createdAt, because }) =>
      `${id.slice(0, 8)} · ${plainText(name)} · ${frenchTime(createdAt)} · ${because}`,
  );
  return {
    subject: subject(count),
    title,
    blocks: [text, { list: count > leads.length ? [...items, more(count - leads.length)] : items }, todo],
  };
}

/** The mail to the owner about a flood. @param since when it began, in milliseconds since the epoch */
export function floodMail(since: number): MailBody {
  const { subject, title, text, todo, once } = mails.flood;
  return { subject, title, blocks: [text(frenchTime(since)), { list: [...todo] }, once] };
}

/** The mail to the owner after the receiver refused all further webhooks. @param at when, in milliseconds since the epoch */
export function webhookStoppedMail(at: number): MailBody {
  const { subject, title, text, todo } = mails.webhookStopped;
  return { subject, title, blocks: [text(frenchTime(at)), todo] };
}
