import { mails } from '#content/mails.ts';
import { frenchDuration, frenchTime } from '../french-time.ts';
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
