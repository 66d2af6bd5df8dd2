import { randomBytes } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import { REPORT_DAYS } from '#content/audit-retention.ts';
import type { EventKind } from '#domain/promise.ts';
import { idAfter } from '../../messages/ids.ts';
import type { AuditStore } from '../../store/audits/audit-store.ts';
import type { Database } from '../../store/database.ts';
import type { AskedAddress } from '../run-audit.ts';
import { putAmongProved, sameAudit } from './reuse.ts';
import { secondsFor } from './wait-time.ts';

/** 192 bits: nobody guesses the report of another. */
const TOKEN_BYTES = 24;
/** Beyond it nobody wants to wait: about ten minutes on one small machine. */
export const MOST_WAITING = 30;
/** Unfinished audits of one client: nobody fills the queue alone. */
export const MOST_OF_ONE_ASKER = 3;
/** Audits that a lead may have within 24 hours. Further ones are nobody's: the visitor sees them, no mail tells of them. */
export const MOST_OF_ONE_LEAD = 3;
/** While more wait, only those with a proof of work are let in. */
export const UNPROVED_WHILE_WAITING = 3;
const DAY_MS = 24 * 60 * 60_000;

export interface Asked {
  readonly address: AskedAddress;
  readonly leadId: string | undefined;
  /** A keyed hash of the client that asks. */
  readonly asker: string;
  /** Whether a fresh proof of work came with it. */
  readonly proved: boolean;
}

export type AskOutcome = { readonly kind: 'queued'; readonly token: string } | Refusal;

interface Refusal {
  /** `full` for everybody, `often` for this client, `unproved` for whoever brings no proof of work. */
  readonly kind: 'full' | 'often' | 'unproved';
  readonly retryAfterSeconds: number;
}

export interface AskDeps {
  readonly db: Database;
  readonly store: AuditStore;
  /** The server's own clock, in milliseconds since the epoch. */
  readonly now: () => number;
  /** An audit may wait. */
  readonly wake: () => void;
}

/**
 * Queues an audit, or leads to the one of the same address that waits, runs or has just been done. What was seen for
 * somebody else is used again by the worker, in the audit's turn: every stored copy has passed the bounds of the queue.
 * Rejects when it could not be made durable.
 */
export async function askAudit(deps: AskDeps, asked: Asked): Promise<AskOutcome> {
  const { db, store, wake } = deps;
  const { address, asker, proved } = asked;
  const now = deps.now();
  // Null where the audit is nobody's.
  const lead = await store.leadWithRoom(asked.leadId, MOST_OF_ONE_LEAD, now);
  const same =
    (await sameAudit(db, address, asked.leadId ?? null, now)) ??
    (lead === null ? await sameAudit(db, address, null, now) : undefined);
  if (same !== undefined) {
    if (proved) await putAmongProved(db, same.token);
    return { kind: 'queued', token: same.token };
  }
  const refused = await refusal(deps, asked);
  if (refused !== undefined) return refused;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const host = new URL(address.url).hostname;
  const added = await store.insert(
    { token, ...address, host, leadId: lead, asker, proved },
    {
      now,
      expiresInMs: REPORT_DAYS * DAY_MS,
      most: { waiting: MOST_WAITING, ofOneAsker: MOST_OF_ONE_ASKER, ofOneLead: MOST_OF_ONE_LEAD },
    },
    [askedEvent(db, token, now)],
  );
  // Others came in between; where they have gone again already, there is room in a moment.
  if (!added) return (await refusal(deps, asked)) ?? { kind: 'full', retryAfterSeconds: 1 };
  wake();
  return { kind: 'queued', token };
}

async function refusal({ db, store, now }: AskDeps, { asker, proved }: Asked): Promise<Refusal | undefined> {
  const [ofAsker, queue] = await Promise.all([store.unfinishedOf(asker), store.queue()]);
  const until = (audits: number) => secondsFor(audits, queue, db, now());
  if (ofAsker >= MOST_OF_ONE_ASKER) return { kind: 'often', retryAfterSeconds: await until(1) };
  if (queue.waiting >= MOST_WAITING) return { kind: 'full', retryAfterSeconds: await until(queue.ahead) };
  if (!proved && queue.waiting > UNPROVED_WHILE_WAITING)
    return { kind: 'unproved', retryAfterSeconds: await until(queue.ahead) };
  return undefined;
}

/** The statement that tells a lead's story that it asked; nothing where the audit is no lead's, or was not added. */
function askedEvent(db: Database, token: string, now: number): CompiledQuery {
  return db
    .insertInto('lead_events')
    .columns(['id', 'lead_id', 'at', 'kind', 'by', 'detail'])
    .expression((e) =>
      e
        .selectFrom('audits')
        .select([
          sql<string>`cast(${idAfter(token, 'asked')} as text)`.as('id'),
          sql<string>`lead_id`.as('lead_id'),
          db.engine.instant(now).as('at'),
          sql<EventKind>`'audit-asked'`.as('kind'),
          sql<'visitor'>`'visitor'`.as('by'),
          sql<string>`cast(${JSON.stringify({ token })} as text)`.as('detail'),
        ])
        .where('token', '=', token)
        .where('lead_id', 'is not', null),
    )
    .compile();
}
