import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { startFanOut } from '../messages/fan-out.ts';
import { oweHeldDigest } from '../messages/held-digest.ts';
import type { Links } from '../messages/links.ts';
import { maildirTransport } from '../messages/mail/maildir.ts';
import { mailSender } from '../messages/mail/send-mails.ts';
import { smtpTransport } from '../messages/mail/smtp.ts';
import type { MailTransport } from '../messages/mail/transport.ts';
import { type Post, webhookPost } from '../messages/webhook/post.ts';
import { deliverWebhook } from '../messages/webhook/send-webhooks.ts';
import { startMessageWorker } from '../messages/worker.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';
import { type Rounds, startRounds } from '../worker/loop.ts';

/** Few, so that no mail server takes us for a spammer, and visitors' requests come first. */
const LANES = { mail: 4, webhook: 2 } as const;
/** How often somebody looks whether any lead is held. */
const HELD_EVERY_MS = 5_000;

export interface TellingDeps {
  readonly config: Config;
  readonly db: Database;
  readonly links: Links;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  /** In the place of what the settings say. */
  readonly transport?: MailTransport;
  readonly post?: Post;
}

/** Mails by SMTP when it is set, into the maildir of the data folder otherwise. */
export function mailTransport({ mail, dataDir }: Config): MailTransport {
  const { smtp, from } = mail;
  return smtp === undefined
    ? maildirTransport(join(dataDir, 'mail'), from)
    : smtpTransport({ ...mail, smtp });
}

/** Starts everything that tells somebody something: orders to tell, mails, webhooks, leads that are held; takes nothing more once it is stopped. */
export function startTelling(deps: TellingDeps): Rounds {
  const { config, db, links, clock, random, log } = deps;
  const { mail, webhook, publicUrl } = config;
  const sender = mail.from.address;
  const alone = config.databaseUrl === undefined;
  const workers: Rounds[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const common = { db, clock, log, alone };
  const start = (...args: Parameters<typeof startMessageWorker>) => workers.push(startMessageWorker(...args));

  const fanOutDeps = { db, clock, links, sender, webhook: webhook !== undefined, wake };
  workers.push(startFanOut(fanOutDeps, log));
  const mails = mailSender({
    ...{ db, links, publicUrl, sender, clock, random, log },
    owners: mail.owners,
    transport: deps.transport ?? mailTransport(config),
  });
  start({ ...common, channel: 'mail', lanes: LANES.mail, ...mails });
  if (webhook !== undefined) {
    const post = deps.post ?? webhookPost(webhook);
    const webhookDeps = { db, config: webhook, post, clock, random, sender, log, wake };
    start({
      ...common,
      channel: 'webhook',
      lanes: LANES.webhook,
      deliver: (message, owner, signal) => deliverWebhook(webhookDeps, message, owner, signal),
    });
  }
  const held = startRounds(clock, async () => {
    await oweHeldDigest({ db, links, sender }, clock.now()).catch((error: unknown) =>
      log.error(
        { err: error },
        'Les contacts retenus n’ont pas pu être parcourus. Rien n’est perdu, un nouvel essai suit. ' +
          'Si cette ligne revient, vérifiez que la base de données répond.',
      ),
    );
    return HELD_EVERY_MS;
  });

  return {
    wake,
    async stop() {
      await Promise.all([held, ...workers].map((worker) => worker.stop()));
    },
  };
}
