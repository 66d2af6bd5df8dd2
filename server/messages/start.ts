import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import type { Config } from '../config/config.ts';
import type { Log } from '../plugins/log.ts';
import type { Database } from '../store/database.ts';
import { fanOut } from './fan-out.ts';
import { lookAfterHeld } from './held.ts';
import type { Links } from './links.ts';
import { maildirTransport } from './mail/maildir.ts';
import { mailSender } from './mail/send-mails.ts';
import { smtpTransport } from './mail/smtp.ts';
import type { MailTransport } from './mail/transport.ts';
import { type Post, webhookPost } from './webhook/post.ts';
import { deliverWebhook } from './webhook/send-webhooks.ts';
import { type MessageWorker, startMessageWorker } from './worker.ts';

/** Few, so that no mail server takes us for a spammer, and visitors' requests come first. */
const LANES = { 'fan-out': 20, mail: 4, webhook: 2 } as const;
/** How often somebody looks for released leads: an operator's command releases them, in a process of its own. */
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

/** Starts everything that tells somebody something: orders to tell, mails, webhooks, leads that are held. */
export function startTelling(deps: TellingDeps): MessageWorker {
  const { config, db, links, clock, random, log } = deps;
  const { mail, webhook, publicUrl } = config;
  const sender = mail.from.address;
  const alone = config.databaseUrl === undefined;
  const workers: MessageWorker[] = [];
  const wake = () => {
    for (const worker of workers) worker.wake();
  };
  const common = { db, clock, log, alone };
  const start = (...args: Parameters<typeof startMessageWorker>) => workers.push(startMessageWorker(...args));

  const fanOutDeps = { db, clock, links, sender, webhook: webhook !== undefined, wake };
  start({
    ...common,
    channel: 'fan-out',
    lanes: LANES['fan-out'],
    deliver: (message, owner) => fanOut(fanOutDeps, message, owner),
  });
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
  const held = every(HELD_EVERY_MS, clock, log, async () => {
    if ((await lookAfterHeld({ db, links, sender }, clock.now())) > 0) wake();
  });

  return {
    wake,
    async stop() {
      await Promise.all([held.stop(), ...workers.map((worker) => worker.stop())]);
    },
  };
}

/** Does something at once and then again and again; what it throws is logged, and does not end it. */
function every(ms: number, clock: Clock, log: Log, act: () => Promise<void>) {
  const stopping = new AbortController();
  const run = async () => {
    while (!stopping.signal.aborted) {
      await act().catch((error: unknown) =>
        log.error(
          { err: error },
          'Les contacts retenus n’ont pas pu être parcourus. Rien n’est perdu, un nouvel essai suit. ' +
            'Si cette ligne revient, vérifiez que la base de données répond.',
        ),
      );
      await clock.wait(ms, stopping.signal);
    }
  };
  const running = run();
  return {
    stop() {
      stopping.abort();
      return running;
    },
  };
}
