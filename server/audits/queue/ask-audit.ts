import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { REFUSED_MINUTES, REPORT_DAYS, REUSED_MINUTES } from '#content/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { EventKind } from '#domain/promise.ts';
import { newToken } from '../../http/addresses.ts';
import { idAfter } from '../../messages/ids.ts';
import type { Database } from '../../store/database.ts';
import { oneAtATime } from '../../store/one-at-a-time.ts';
import type { AuditRow } from '../../store/schema.ts';
import type { AskedAddress } from '../process/run-audit.ts';
import { factsOf } from '../report/audit-view.ts';
import { AUDITS, type AuditStore, auditsWithVisits, secondsFor, UNFINISHED } from './audit-store.ts';

/**
 * How many audits asked for with a proof of work may wait at once; those without one are not counted. Thirty take one
 * small machine about ten minutes, and nobody waits longer. Visitors who have left a lead have some more places.
 */
export const MOST_WAITING = 30;
export const MORE_FOR_LEADS = 10;
/** Unfinished audits of one client, and once so many wait: nobody fills the queue alone, nor do a few together. */
export const MOST_OF_ONE_ASKER = 3;
export const CROWDED = 10;
const MOST_WHEN_CROWDED = 1;
/** Audits that a lead may have within 24 hours. Further ones are nobody's: the visitor sees them, no mail tells of them. */
export const MOST_OF_ONE_LEAD = 3;
/** While more wait, only those with a proof of work are let in: the others never fill what belongs to them. */
export const UNPROVED_WHILE_WAITING = 3;
const DAY_MS = 24 * 60 * 60_000;

export interface RequestedAudit {
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
export async function askAudit(deps: AskDeps, asked: RequestedAudit): Promise<AskOutcome> {
  const { db, wake } = deps;
  const { address, proved } = asked;
  const now = deps.now();
  // Null where the audit is nobody's.
  const lead = await leadWithRoom(db, asked.leadId, now);
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
  const added = await insertAudit(db, token, { ...asked, leadId: lead ?? undefined }, most, now);
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
  { db, store }: AskDeps,
  { asker, proved }: RequestedAudit,
  most: number,
): Promise<Refusal | undefined> {
  const atTheEnd = { proved: proved ? 1 : 0, created_at: Number.POSITIVE_INFINITY, token: '' } as const;
  const [{ ofAsker }, queue] = await Promise.all([
    db.selectNoFrom(unfinishedCount(asker).as('ofAsker')).executeTakeFirstOrThrow(),
    store.queue(atTheEnd),
  ]);
  const until = (audits: number) => secondsFor(audits, queue);
  const mostOfAsker = queue.waiting.all < CROWDED ? MOST_OF_ONE_ASKER : MOST_WHEN_CROWDED;
  if (Number(ofAsker) >= mostOfAsker) return { kind: 'often', retryAfterSeconds: until(1) };
  if ((proved ? queue.waiting.proved : queue.waiting.all) < most) return undefined;
  return { kind: proved ? 'full' : 'unproved', retryAfterSeconds: until(queue.ahead) };
}

/**
 * Adds an audit that waits, unless as many stand in the queue already; as nobody's where its lead was erased meanwhile or
 * has had its share of the day. A lead's story tells that it asked.
 * @param most how many may wait
 * @returns whether it was added
 */
async function insertAudit(
  db: Database,
  token: string,
  { address: { url, schemeTyped }, leadId, asker, proved }: RequestedAudit,
  most: number,
  now: Instant,
): Promise<boolean> {
  const instant = db.engine.instant(now);
  const row = db
    .insertInto('audits')
    .columns([
      ...(['token', 'url', 'scheme_typed', 'host', 'lead_id'] as const),
      ...(['asker', 'proved', 'created_at', 'expires_at'] as const),
    ])
    .expression(
      db
        .selectNoFrom([
          sql<string>`cast(${token} as text)`.as('token'),
          sql<string>`cast(${url} as text)`.as('url'),
          sql<0 | 1>`cast(${Number(schemeTyped)} as integer)`.as('scheme_typed'),
          sql<string>`cast(${new URL(url).hostname} as text)`.as('host'),
          roomyLead(leadId ?? null, instant).as('lead_id'),
          sql<string>`cast(${asker} as text)`.as('asker'),
          sql<0 | 1>`cast(${Number(proved)} as integer)`.as('proved'),
          instant.as('created_at'),
          sql<number>`${instant} + ${REPORT_DAYS * DAY_MS}`.as('expires_at'),
        ])
        .where(waitingCount(proved), '<', most)
        .where(
          unfinishedCount(asker),
          '<',
          sql<number>`case when ${waitingCount(false)} < ${sql.lit(CROWDED)} then ${sql.lit(MOST_OF_ONE_ASKER)} else ${sql.lit(MOST_WHEN_CROWDED)} end`,
        ),
    )
    .compile();
  const [added] = await oneAtATime(db, AUDITS, [row, askedEvent(db, token, now)]);
  return (added?.numAffectedRows ?? 0n) === 1n;
}

/** The lead, if it is there and has not had its audits of the day; null otherwise. */
async function leadWithRoom(db: Database, leadId: string | undefined, now: Instant): Promise<string | null> {
  if (leadId === undefined) return null;
  const { id } = await db
    .selectNoFrom(roomyLead(leadId, db.engine.instant(now)).as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

function roomyLead(leadId: string | null, instant: RawBuilder<number>) {
  return sql<
    string | null
  >`(select id from leads where id = ${leadId} and (select count(*) from audits where lead_id = leads.id and created_at > ${instant} - ${sql.lit(DAY_MS)}) < ${MOST_OF_ONE_LEAD})`;
}

/** How many wait: all, or those with a proof of work. */
function waitingCount(proved: boolean) {
  return sql<number>`(select count(*) from audits where ${UNFINISHED} and state = 'waiting' and proved >= ${sql.lit(Number(proved))})`;
}

/** SQL: the number of audits that this client has asked for and that have not ended. */
function unfinishedCount(asker: string) {
  return sql<number>`(select count(*) from audits where ${UNFINISHED} and asker = ${asker})`;
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

const REUSED_MS = REUSED_MINUTES * 60_000;
const REFUSED_MS = REFUSED_MINUTES * 60_000;
/** How far the clock of a server, which measures, and that of the database may be apart. */
const APART_MS = 60_000;

/**
 * The audit of the same lead, or of nobody's where there is no lead, that is unfinished or has just seen exactly this
 * address, or been refused there: who asks again is led to it, and nothing is stored twice.
 * @param now the server's own clock
 */
async function sameAudit(
  db: Database,
  address: AskedAddress,
  leadId: string | null,
  now: Instant,
): Promise<Pick<AuditRow, 'token'> | undefined> {
  const unfinished = await ofAddress(db, address)
    .where(UNFINISHED)
    .where('lead_id', 'is not distinct from', leadId)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return unfinished ?? seenLately(db, address, now, leadId);
}

/**
 * The newest audit of exactly this address that was measured within the last minutes, or refused within the last hour.
 * Not of another page of its host, whose address may be a secret; and no report of a site of another name, to which
 * whoever made the address may have chosen to lead.
 * @param now the server's own clock
 * @param whose of this lead, or of nobody's (null); absent: whosever it is
 */
export async function seenLately(
  db: Database,
  address: AskedAddress,
  now: Instant,
  whose?: string | null,
): Promise<AuditRow | undefined> {
  const instant = db.engine.instant(now);
  const row = await ofAddress(db, address)
    .where(sql<boolean>`(state = 'done' or state = 'refused')`)
    .where('measured_at', '>', sql<number>`${instant} - ${REFUSED_MS}`)
    .where(
      sql<boolean>`measured_at > ${instant} - case state when 'done' then ${sql.lit(REUSED_MS)} else ${sql.lit(REFUSED_MS)} end`,
    )
    // A clock that was set back since has measured it in the future.
    .where('measured_at', '<=', sql<number>`${instant} + ${APART_MS}`)
    .$if(whose !== undefined, (query) => query.where('lead_id', 'is not distinct from', whose ?? null))
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isElsewhere = row?.state === 'done' && factsOf(row)?.visit.elsewhere !== undefined;
  return isElsewhere ? undefined : row;
}

/**
 * In how many seconds an address that was seen is visited anew.
 * @returns one at least
 */
function secondsUntilVisited({ state, measured_at }: AuditRow, now: Instant): number {
  const until = (measured_at ?? now) + (state === 'done' ? REUSED_MS : REFUSED_MS);
  return Math.max(1, Math.ceil((until - now) / 1_000));
}

function ofAddress(db: Database, { url, schemeTyped }: AskedAddress) {
  return (
    auditsWithVisits(db)
      // The index is over hosts.
      .where('host', '=', new URL(url).hostname)
      .where('url', '=', url)
      .where('scheme_typed', '=', schemeTyped ? 1 : 0)
  );
}

/** A proof of work came with a later ask for the same audit: its place is among those that have one. */
async function putAmongProved(db: Database, token: string): Promise<void> {
  await db
    .updateTable('audits')
    .set({ proved: 1 })
    .where('token', '=', token)
    .where('proved', '=', 0)
    .where(UNFINISHED)
    .execute();
}
