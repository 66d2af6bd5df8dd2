import { mails } from '#content/mails.ts';
import { frenchDuration, frenchTime } from '../french-time.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import type { MailBody } from './body.ts';

/** The mail to the owner when an alarm is raised. */
export function alarmMail({ alarm, since }: AlarmDetail): MailBody {
  const { subject, text, todo } = mails.alarm.raised[alarm];
  return {
    subject,
    blocks: [
      { type: 'title', text: subject },
      { type: 'text', text: text(frenchTime(since)) },
      { type: 'text', text: todo },
      { type: 'signature', lines: mails.signature },
    ],
  };
}

/** The mail to the owner when an alarm has ended, with how long it lasted. */
export function alarmOverMail({ alarm, since, until = since }: AlarmDetail): MailBody {
  const subject = mails.alarm.over[alarm];
  const lasted = mails.alarm.lasted(frenchTime(since), frenchTime(until), frenchDuration(until - since));
  return {
    subject,
    blocks: [
      { type: 'title', text: subject },
      { type: 'text', text: lasted },
      { type: 'signature', lines: mails.signature },
    ],
  };
}
