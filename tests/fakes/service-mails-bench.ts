import { enqueueWeekMail } from '#server/leads/week.ts';
import type { AlarmCommand } from '#server/messages/alarm-command.ts';
import { writeMail } from '#server/messages/mail/send-mails.ts';
import { type AlarmDetail, watchAlarms } from '#server/messages/watch-alarms.ts';
import { messageKinds } from '#server/start/all-message-kinds.ts';
import type { Database } from '#server/store/database.ts';
import { messageBench, SETTINGS } from './message-bench.ts';

const sender = 'nous@atelier.example';

/**
 * What the tests of the owner's weekly mail and of alarms share: a database, a clock that the test moves, and calls that
 * make those mails due, look for alarms and write a mail's text.
 */
export async function serviceMailsBench(open: () => Promise<Database>) {
  const all = await messageBench(open);
  const { db, clock, links } = all;
  const now = clock.now();
  const written: string[] = [];
  const log = { error: (_: object, line: string) => written.push(line), info: () => {} };
  /** What ALARM_COMMAND was told, and why. */
  const told: (readonly [AlarmDetail, string | undefined])[] = [];
  const command: Pick<AlarmCommand, 'tell'> = {
    tell: async (...alarm) => void told.push(alarm),
  };
  const alarms = { db, sender, webhook: true, firstStrategy: 1, log: log as never, command, wake: () => {} };
  const weekly = () =>
    db.selectFrom('messages').selectAll().where('kind', '=', 'owner-week').orderBy('due_at').execute();
  const deps = {
    db,
    links,
    publicUrl: SETTINGS.PUBLIC_URL ?? '',
    owners: [sender],
    sender,
    kinds: messageKinds,
  };
  return {
    ...all,
    now,
    written,
    told,
    weekly,
    owe: () => enqueueWeekMail({ db, links, sender }, clock.now()),
    look: (at = clock.now()) => watchAlarms(alarms, at),
    /** As the worker would write it now. */
    async write(kind: string) {
      const row = await db
        .selectFrom('messages')
        .selectAll()
        .where('kind', '=', kind as never)
        .executeTakeFirstOrThrow();
      const mail = await writeMail(deps, row, clock.now());
      return 'dropped' in mail ? mail.dropped : mail.mail.text.replaceAll('\u202f', ' ');
    },
  };
}
