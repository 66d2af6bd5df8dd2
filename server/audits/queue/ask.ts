import { type CompiledQuery, sql } from 'kysely';
import { REPORT_DAYS } from '#content/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { EventKind } from '#domain/promise.ts';
import { newToken } from '../../http/addresses.ts';
import { idAfter } from '../../messages/ids.ts';
import type { Database } from '../../store/database.ts';
import type { AskedAddress } from '../process/run-audit.ts';
import { secondsFor } from '../store/audit-queue.ts';
import type { AuditStore } from '../store/audit-store.ts';
import { putAmongProved, sameAudit, secondsUntilVisited, seenLately } from './reuse.ts';

/**
 * Of those with a proof of work, whatever waits without: beyond it nobody wants to wait, about ten minutes on one small
 * machine. Some more places are for visitors who have left a lead.
 */
export const MOST_WAITING = 30;
export const MORE_FOR_LEADS = 10;
/** Unfinished audits of one client, and once so many wait: nobody fills the queue alone, nor do a few together. */
export const MOST_OF_ONE_ASKER = 3;
export const CROWDED = 10;
export const MOST_WHEN_CROWDED = 1;
/** Audits that a lead may have within 24 hours. Further ones are nobody's: the visitor sees them, no mail tells of them. */
export const MOST_OF_ONE_LEAD = 3;
/** While more wait, only those with a proof of work are let in: the others never fill what belongs to them. */
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
  /**
   * `full` for everybody, `often` for this client, for whoever brings no proof of work `unproved`, or `seen` where the
   * address was just looked at for somebody else, `failed` where nothing could be seen there.
   */
  readonly kind: 'full' | 'often' | 'unproved' | 'seen' | 'failed';
  readonly retryAfterSeconds: number;
}

export interface AskDeps {
  readonly db: Database;
  readonly store: AuditStore;
  /** The server's own clock. */
  readonly now: () => Instant;
  /** An audit may wait. */
  readonly wake: () => void;
}

/**
 * Queues an audit, or leads to the one of the same address that waits, runs or has just been done. What was seen for
 * somebody else is used again by the worker, in the audit's turn: every copy has passed the bounds of the queue, and had
 * a proof of work. Rejects when it could not be made durable.
 */
export async function askAudit(deps: AskDeps, asked: Asked): Promise<AskOutcome> {
  const { db, store, wake } = deps;
  const { address, asker, proved } = asked;
  const now = deps.now();
  // Null where the audit is nobody's.
  const lead = await store.leadWithRoom(asked.leadId, MOST_OF_ONE_LEAD, now);
  const same =
    (await sameAudit(db, address, asked.leadId ?? null, now)) ??
    (lead === null || !proved ? await sameAudit(db, address, null, now) : undefined);
  if (same !== undefined) {
    if (proved) await putAmongProved(db, same.token);
    return { kind: 'queued', token: same.token };
  }
  const seen = proved ? undefined : await seenLately(db, address, now);
  if (seen !== undefined)
    return {
      kind: seen.state === 'done' ? 'seen' : 'failed',
      retryAfterSeconds: secondsUntilVisited(seen, now),
    };
  const most = mostWaiting(lead, proved);
  const refused = await refusal(deps, asked, most);
  if (refused !== undefined) return refused;
  const token = newToken();
  const host = new URL(address.url).hostname;
  const added = await store.insert(
    { token, ...address, host, leadId: lead, asker, proved },
    {
      now,
      expiresInMs: REPORT_DAYS * DAY_MS,
      most: {
        ...{ waiting: most, ofOneAsker: MOST_OF_ONE_ASKER, ofOneLead: MOST_OF_ONE_LEAD },
        ...{ crowded: CROWDED, whenCrowded: MOST_WHEN_CROWDED },
      },
    },
    [askedEvent(db, token, now)],
  );
  // Others came in between; where they have gone again already, there is room in a moment.
  if (!added) return (await refusal(deps, asked, most)) ?? { kind: 'full', retryAfterSeconds: 1 };
  wake();
  return { kind: 'queued', token };
}

/** How many may wait before one more is let in: with a proof of work, those that have one; without, all. */
function mostWaiting(lead: string | null, proved: boolean): number {
  if (!proved) return UNPROVED_WHILE_WAITING + 1;
  return lead === null ? MOST_WAITING : MOST_WAITING + MORE_FOR_LEADS;
}

async function refusal(
  { store }: AskDeps,
  { asker, proved }: Asked,
  most: number,
): Promise<Refusal | undefined> {
  const atTheEnd = { proved: proved ? 1 : 0, created_at: Number.POSITIVE_INFINITY, token: '' } as const;
  const [ofAsker, queue] = await Promise.all([store.unfinishedOf(asker), store.queue(atTheEnd)]);
  const until = (audits: number) => secondsFor(audits, queue);
  const mostOfAsker = queue.waiting.all < CROWDED ? MOST_OF_ONE_ASKER : MOST_WHEN_CROWDED;
  if (ofAsker >= mostOfAsker) return { kind: 'often', retryAfterSeconds: until(1) };
  if ((proved ? queue.waiting.proved : queue.waiting.all) < most) return undefined;
  return { kind: proved ? 'full' : 'unproved', retryAfterSeconds: until(queue.ahead) };
}

/** The statement that tells a lead's story that it asked; nothing where the audit is no lead's, or was not added. */
function askedEvent(db: Database, token: string, now: Instant): CompiledQuery {
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
