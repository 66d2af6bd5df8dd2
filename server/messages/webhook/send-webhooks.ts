import { createHash } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import type { WebhookConfig } from '../../config/config.ts';
import type { Database } from '../../store/database.ts';
import type { MessageKind } from '../../store/schema.ts';
import type { Clock } from '../../system/clock.ts';
import { idAfter, mailId } from '../ids.ts';
import { type ClaimedMessage, type Settlement, settle } from '../message-queue.ts';
import { messagesQuery } from '../new-message.ts';
import type { WebhookEvent } from './event.ts';
import type { Post, WebhookOutcome } from './post.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The waits before the second attempt, the third and so on: about three days in all. */
const RETRIES_MS = [
  5_000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];
const LONGEST_ASKED_MS = 24 * HOUR_MS;

/** One kind of webhook, declared where its subject is. */
export interface WebhookKind {
  /** What the commands call it, French. */
  readonly name: string;
  /** What it tells, by the type of the event. */
  readonly events: Readonly<Record<string, WebhookEvent>>;
  /** The object to post as JSON; undefined once its lead was erased. */
  readonly body: (db: Database, message: ClaimedMessage) => Promise<object | undefined>;
}

type WebhookName = Extract<MessageKind, `webhook-${string}`>;

export type WebhookKinds = Readonly<Record<WebhookName, WebhookKind>>;

export interface WebhookDeps {
  readonly db: Database;
  readonly config: WebhookConfig;
  readonly kinds: WebhookKinds;
  readonly post: Post;
  readonly clock: Clock;
  readonly random: () => number;
  /** Address that mails come from. */
  readonly sender: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly wake: () => void;
}

/** Identifies the receiver that answered 410: with another address or secret webhooks are sent again. */
export function addressHash({ url, secret }: WebhookConfig): string {
  return createHash('sha256').update(`${url.reveal()}\0${secret.reveal()}`).digest('hex');
}

/** When and why the receiver refused all further webhooks; undefined while it has not. */
export async function webhookStop(db: Database, config: WebhookConfig) {
  const row = await db.selectFrom('channels').selectAll().where('name', '=', 'webhook').executeTakeFirst();
  return row?.address === addressHash(config) ? row : undefined;
}

/** Posts one claimed webhook and records the outcome. */
export async function deliverWebhook(
  deps: WebhookDeps,
  message: ClaimedMessage,
  owner: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, config, post, clock, log } = deps;
  const { id } = message;
  const finish = (settlement: Settlement, following: readonly CompiledQuery[] = []) =>
    settle(db, owner, id, settlement, clock.now(), following);

  if ((await webhookStop(db, config)) !== undefined) {
    await finish({ state: 'failed', why: STOPPED });
    return;
  }
  const body = await deps.kinds[message.kind as WebhookName].body(db, message);
  if (body === undefined) {
    await finish({ state: 'dropped', why: 'Le contact a été effacé.' });
    return;
  }
  const outcome = await post(id, JSON.stringify(body), clock.now(), signal);
  if (outcome.kind === 'accepted') {
    await finish({ state: 'sent', receipt: outcome.receipt });
    log.info({ messageId: id }, 'Webhook accepté.');
  } else if (outcome.kind === 'gone') {
    await finish({ state: 'failed', why: STOPPED }, stopQueries(deps, id));
    deps.wake();
    log.error(
      'L’outil derrière WEBHOOK_URL a répondu 410 : plus aucun webhook ne lui est envoyé. Les contacts et les e-mails continuent. ' +
        'Donnez une autre adresse dans WEBHOOK_URL, ou un autre WEBHOOK_SECRET, et relancez ; ou ôtez les deux.',
    );
  } else {
    const settlement = afterFailure(message.attempts, outcome, deps.random());
    await finish(settlement);
    const reason = outcome.message;
    if (settlement.state === 'failed')
      log.error(
        { messageId: id, reason },
        'Webhook abandonné après trois jours d’essais. Vérifiez WEBHOOK_URL.',
      );
    else log.warn({ messageId: id, reason }, 'Webhook pas encore accepté : il repartira tout seul.');
  }
}

const STOPPED = 'Le destinataire a répondu 410\u202f: les webhooks sont arrêtés.';

function afterFailure(
  attempts: number,
  { message, unknown, retryAfterMs = 0 }: Extract<WebhookOutcome, { kind: 'transient' }>,
  random: number,
): Settlement {
  const wait = RETRIES_MS[attempts - 1];
  if (wait === undefined) return { state: 'failed', why: message, unknown };
  const asked = Math.min(retryAfterMs, LONGEST_ASKED_MS);
  return { state: 'waiting', why: message, unknown, retryInMs: Math.max(asked, wait * (1 + random / 10)) };
}

function stopQueries({ db, config, clock, sender }: WebhookDeps, id: string): CompiledQuery[] {
  const now = clock.now();
  const stop = { address: addressHash(config), stopped_at: now, reason: 'HTTP 410' };
  return [
    db
      .insertInto('channels')
      .values({ name: 'webhook', ...stop })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(stop))
      .compile(),
    messagesQuery(db, now, [
      {
        id: mailId(idAfter(id, 'stopped'), sender),
        kind: 'owner-webhook-stopped',
        lead_id: null,
      },
    ]),
  ];
}
