import { ALARM_NAMES, alarmMails, alarms } from '#content/alarms.ts';
import { mails } from '#content/mails.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { frenchDuration, frenchTime } from '../../system/french-time.ts';
import { plainText } from '../../system/plain-text.ts';
import { ALARM_KINDS } from '../alarm-kinds.ts';
import type { MailBody } from '../mail/body.ts';
import type { MailKinds } from '../mail/mail-kind.ts';
import { messageDetail } from '../new-message.ts';
import type { AlarmDetail } from '../watch-alarms.ts';
import { INSTANT } from '../webhook/event.ts';
import type { WebhookKinds } from '../webhook/send-webhooks.ts';

/** Every kind of message, each declared where its subject is. */
export type MessageKinds = MailKinds &
  WebhookKinds & { readonly 'provider-status': { readonly name: string } };

/** The messages about the service itself: alarms, and the webhook that its receiver refused. */
export const ownKinds = {
  'owner-alarm': {
    name: 'alerte',
    async write({ db }, message) {
      const detail = messageDetail<AlarmDetail>(message);
      if (await isOver(db, detail))
        return { dropped: 'L’alerte est finie\u202f: l’e-mail qui le dit part à sa place.' };
      return { body: alarmMail(detail, await ALARM_KINDS[detail.alarm].cause(db)) };
    },
  },
  'owner-alarm-over': {
    name: 'fin d’alerte',
    write: (_, message) => ({ body: alarmOverMail(messageDetail<AlarmDetail>(message)) }),
  },
  'webhook-alarm': {
    name: 'webhook, alerte',
    events: {
      'alarm.raised': {
        means: 'An alarm began.',
        data: { alarm: { enum: ALARM_NAMES }, since: INSTANT },
        example: { alarm: ALARM_NAMES[0], since: '2026-11-24T08:20:00.000Z' },
      },
      'alarm.over': {
        means: 'An alarm ended.',
        data: { alarm: { enum: ALARM_NAMES }, since: INSTANT, until: INSTANT },
        example: {
          ...{ alarm: ALARM_NAMES[0], since: '2026-11-24T08:20:00.000Z' },
          until: '2026-11-24T08:30:00.000Z',
        },
      },
    },
    async body(_, message) {
      const { alarm, since, until } = messageDetail<AlarmDetail>(message);
      const iso = (at: Instant) => new Date(at).toISOString();
      return {
        type: until === undefined ? 'alarm.raised' : 'alarm.over',
        timestamp: iso(until ?? message.created_at),
        data: { alarm, since: iso(since), ...(until !== undefined && { until: iso(until) }) },
      };
    },
  },
  'owner-webhook-stopped': {
    name: 'e-mail pour vous, webhook arrêté',
    write: (_, { created_at }) => ({ body: webhookStoppedMail(created_at) }),
  },
} satisfies Partial<MessageKinds>;

/** Whether the alarm has ended since: the mail about its end says when it began as well. */
async function isOver(db: Database, { alarm, spell }: AlarmDetail): Promise<boolean> {
  const row = await db.selectFrom('alarms').selectAll().where('name', '=', alarm).executeTakeFirst();
  return row !== undefined && (row.spell > spell || row.ended_at !== null);
}

/** The mail to the owner when an alarm is raised. @param cause in the words of whoever refused */
export function alarmMail({ alarm, since }: AlarmDetail, cause: string | undefined): MailBody {
  const { subject, text, todo } = alarms[alarm];
  const why = cause === undefined ? [] : [alarmMails.cause(plainText(cause))];
  return { subject, title: subject, blocks: [text(frenchTime(since)), ...why, todo] };
}

/** The mail to the owner when an alarm has ended, with how long it lasted. */
export function alarmOverMail({ alarm, since, until = since }: AlarmDetail): MailBody {
  const { over: subject } = alarms[alarm];
  const lasted = alarmMails.lasted(frenchTime(since), frenchTime(until), frenchDuration(until - since));
  return { subject, title: subject, blocks: [lasted] };
}

/** The mail to the owner after the receiver refused all further webhooks. @param at when */
function webhookStoppedMail(at: Instant): MailBody {
  const { subject, title, text, todo } = mails.webhookStopped;
  return { subject, title, blocks: [text(frenchTime(at)), todo] };
}
