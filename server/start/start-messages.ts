import type { Instant } from '#domain/instant.ts';
import type { Config } from '../config/config.ts';
import type { PacedSender } from '../destinations/airtable/paced-sender.ts';
import { recordFields } from '../destinations/airtable/record-fields.ts';
import { recordFormats } from '../destinations/airtable/strategies.ts';
import { type FanOutDeps, startFanOut } from '../leads/fan-out.ts';
import { enqueueHeldDigest, enqueueHeldHour } from '../leads/held-digest.ts';
import { bundleOwnerMails } from '../leads/mails/bundle.ts';
import { operatorWriter } from '../leads/operator/operator-writer.ts';
import { deliverRecord } from '../leads/provider-record.ts';
import { enqueueWeekMail } from '../leads/week.ts';
import { alarmCommand } from '../messages/alarm-command.ts';
import { idAfter, mailId } from '../messages/ids.ts';
import { alarmMail, alarmOverMail } from '../messages/kinds/message-kinds.ts';
import type { Links } from '../messages/links.ts';
import { lostDatabaseAlarm } from '../messages/lost-database.ts';
import { maildirTransport, mailFolder } from '../messages/mail/maildir.ts';
import { mailSender } from '../messages/mail/send-mails.ts';
import { smtpTransport } from '../messages/mail/smtp.ts';
import type { MailTransport } from '../messages/mail/transport.ts';
import { startMessageWorker } from '../messages/message-worker.ts';
import { forgetClients } from '../messages/visitor-mails.ts';
import { type AlarmDetail, watchAlarms } from '../messages/watch-alarms.ts';
import { type Post, webhookPost } from '../messages/webhook/post.ts';
import { deliverWebhook } from '../messages/webhook/send-webhooks.ts';
import { type Loop, startLoop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { messageKinds } from './all-message-kinds.ts';

/** Few, so that no mail server takes us for a spammer, and visitors' requests come first. */
const CONCURRENCY = { mail: 4, webhook: 2, provider: 1 } as const;
/** How often it is checked whether any lead is held, a week has begun, or an alarm is due. */
const JOBS_EVERY_MS = 5_000;
/** How long a mail server may take over the one mail that is sent past the database. */
const ALARM_MAIL_MS = 30_000;
const JOB_FAILED =
  'Les contacts retenus, l’e-mail de la semaine ou les alertes n’ont pas pu être préparés. Rien n’est perdu, un nouvel essai suit. ' +
  'Si cette ligne revient, vérifiez que la base de données répond.';

export interface MessagesDeps {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** Told of each lead that was held and is released. */
  readonly released: FanOutDeps['released'];
  /** By which this process sends to Airtable; undefined where it is not set. */
  readonly paced?: PacedSender | undefined;
  /** In the place of what the settings say. */
  readonly transport?: MailTransport;
  readonly post?: Post;
}

/** Mails by SMTP when it is set, into the maildir of the data folder otherwise. */
export function mailTransport({ mail, dataDir }: Config): MailTransport {
  const { smtp, from } = mail;
  return smtp === undefined ? maildirTransport(mailFolder(dataDir), from) : smtpTransport({ ...mail, smtp });
}

/**
 * Starts what makes and sends messages: of new leads, of held leads, of the week, alarms, the status of records; by
 * mail, webhook and the provider. Takes nothing more once it is stopped.
 */
export function startMessages(deps: MessagesDeps): Loop {
  const { config, db, links, clock, random, log } = deps;
  const { mail, webhook, publicUrl } = config;
  const sender = mail.from.address;
  const alone = config.databaseUrl === undefined;
  const workers: Loop[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const common = { db, clock, log, alone };
  const start = (...args: Parameters<typeof startMessageWorker>) => workers.push(startMessageWorker(...args));

  const fanOutDeps = {
    db,
    clock,
    links,
    sender,
    webhook: webhook !== undefined,
    wake,
    released: deps.released,
  };
  workers.push(startFanOut(fanOutDeps, log));
  const transport = deps.transport ?? mailTransport(config);
  const mails = mailSender({
    ...{ db, links, publicUrl, sender, clock, random, log },
    owners: mail.owners,
    organizer: mail.organizer,
    takesAudits: config.audits.mode !== 'off',
    kinds: messageKinds,
    transport,
  });
  const admit = (now: Instant) => bundleOwnerMails({ db, sender }, now);
  start({ ...common, channel: 'mail', concurrency: CONCURRENCY.mail, admit, ...mails });
  if (webhook !== undefined) {
    const post = deps.post ?? webhookPost(webhook);
    const webhookDeps = { db, config: webhook, kinds: messageKinds, post, clock, random, sender, log, wake };
    start({
      ...common,
      channel: 'webhook',
      concurrency: CONCURRENCY.webhook,
      deliver: (message, owner, signal) => deliverWebhook(webhookDeps, message, owner, signal),
    });
  }
  if (config.airtable !== undefined && deps.paced !== undefined) {
    const records = recordFields(config.airtable, deps.paced);
    const recordDeps = { db, records, clock, random, log };
    // Whoever restarts may have mended what was refused, as with leads.
    const retried = operatorWriter(db).makeRecordsDue();
    void retried.then(wake, (error: unknown) => log.error({ err: error }, JOB_FAILED));
    start({
      ...common,
      channel: 'provider',
      concurrency: CONCURRENCY.provider,
      deliver: (message, owner, signal) => deliverRecord(recordDeps, message, owner, signal),
    });
  }
  const firstStrategy = config.airtable && [...recordFormats(config.airtable).keys()][0];
  const command = config.alarmCommand === undefined ? undefined : alarmCommand(config.alarmCommand, log);
  const alarmDeps = { db, sender, webhook: webhook !== undefined, firstStrategy, log, command, wake };
  const isLost =
    db.engine.files && lostDatabaseAlarm({ files: db.engine.files, log, command, mail: mailAlarm });
  async function mailAlarm(alarm: AlarmDetail, cause: string | undefined): Promise<boolean> {
    const { renderMail } = await import('../messages/mail/html.tsx');
    const body = alarm.until === undefined ? alarmMail(alarm, cause) : alarmOverMail(alarm);
    const id = mailId(idAfter(`${alarm.alarm} ${alarm.since}`, `${alarm.until} ${cause}`), sender);
    const written = { id, to: mail.owners, ...renderMail(body) };
    return (await transport.send(written, AbortSignal.timeout(ALARM_MAIL_MS))).kind !== 'transient';
  }
  const periodicJobs = startLoop(clock, async () => {
    const now = clock.now();
    // Nothing can be written then.
    if (await isLost?.(now)) return JOBS_EVERY_MS;
    const jobs = [
      () => enqueueHeldHour({ db, links, sender }, now),
      () => enqueueHeldDigest({ db, links, sender }, now),
      () => enqueueWeekMail({ db, links, sender }, now),
      () => watchAlarms(alarmDeps, now),
      () => forgetClients(db, now),
    ];
    for (const job of jobs) await job().catch((error: unknown) => log.error({ err: error }, JOB_FAILED));
    return JOBS_EVERY_MS;
  });

  return {
    wake,
    async stop(graceMs) {
      await Promise.all([periodicJobs, ...workers].map((worker) => worker.stop(graceMs)));
      command?.stop();
    },
  };
}
