import { type CompiledQuery, sql } from 'kysely';
import type { AuditRefusal } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { idAfter, mailId } from '../../messages/ids.ts';
import type { Links } from '../../messages/links.ts';
import { messagesQuery } from '../../messages/new-message.ts';
import { visitorMails } from '../../messages/visitor-mails.ts';
import { GIVEN_BACK, updateLeased } from '../../queue/queue.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { eventQuery } from '../../store/leads/events.ts';
import { leadReader } from '../../store/leads/lead-reader.ts';
import { isOutdated, required } from '../../store/outdated.ts';
import type { AuditRow } from '../../store/schema.ts';
import type { Facts } from '../audit-facts.ts';
import { AUDIT_QUEUE, type ClaimedAudit } from './audit-claim.ts';
import { UNFINISHED } from './audit-store.ts';

/** What became of an audit. */
export type AuditResult =
  | { readonly facts: Facts; readonly refusal?: Exclude<AuditRefusal, 'interrupted'> }
  /** Nothing of the visit is worth keeping; broken off from our side, it says nothing about the address either. */
  | { readonly refusal: AuditRefusal; readonly isOurs?: true }
  /** What became of another audit of the same address is shown again: its report, or why there is none. */
  | { readonly sameAs: Pick<AuditRow, 'state' | 'refusal' | 'visit_id' | 'measured_at'> };

/** Whether the audit ended with a report, and not with a refusal. */
export function isReady(result: AuditResult): boolean {
  return ('sameAs' in result ? result.sameAs : result).refusal == null;
}

/** In whose name an audit was claimed; `now` is the server's own clock. */
interface AuditLease {
  readonly token: string;
  readonly owner: string;
  readonly now: Instant;
}

/**
 * Writes what became of an audit and gives the lease back, together with what follows: all of it, or nothing where
 * the owner has lost the lease meanwhile.
 * @returns whether it was written
 */
export async function settleAudit(
  db: Database,
  lease: AuditLease,
  result: AuditResult,
  following: readonly CompiledQuery[] = [],
): Promise<boolean> {
  const seen = 'facts' in result ? [keptFacts(db, lease, result.facts)] : [];
  const written = updateLeased(db, AUDIT_QUEUE, lease.owner, [lease.token])
    .set({
      ...valuesOf(db, lease, result),
      ...GIVEN_BACK,
      step: null,
      asker: null,
      ended_at: db.engine.instant(lease.now),
    })
    .compile();
  const further = [
    ...('sameAs' in result ? sharedVisitQueries(db, lease.token, result.sameAs) : []),
    ...following,
  ];
  // An erasure has the lead before its audits: the other way round each would wait for the other.
  const lead = db.selectFrom('audits').select('lead_id').where('token', '=', lease.token);
  const locked = db.selectFrom('leads').select('id').where('id', '=', lead).forKeyShare();
  const queries = [...seen, required(written), ...further];
  try {
    await (db.engine.shared ? inTransaction(db, [locked.compile(), ...queries]) : db.atomically(queries));
    return true;
  } catch (error) {
    if (isOutdated(error)) return false;
    throw error;
  }
}

/** Writes what was seen so far, for whoever watches; nothing where the lease is lost. */
export async function storeFactsSoFar(db: Database, lease: AuditLease, facts: Facts): Promise<void> {
  const { owner, token } = lease;
  const shown = updateLeased(db, AUDIT_QUEUE, owner, [token]).set({ visit_id: token });
  await db.atomically([keptFacts(db, lease, facts), shown.compile()]);
}

/** The statement that stores what was seen, under the audit's own token; nothing where the lease is lost. */
function keptFacts(db: Database, { token, owner }: AuditLease, facts: Facts): CompiledQuery {
  const kept = { facts: JSON.stringify(facts), facts_version: facts.version };
  return db
    .insertInto('audit_visits')
    .columns(['id', 'facts', 'facts_version'])
    .expression((e) =>
      e
        .selectFrom('audits')
        .select([
          'token',
          sql<string>`cast(${kept.facts} as text)`.as('facts'),
          sql<number>`cast(${kept.facts_version} as integer)`.as('facts_version'),
        ])
        .where('token', '=', token)
        .where('lease_owner', '=', owner)
        .where(UNFINISHED),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet(kept))
    .compile();
}

function valuesOf(db: Database, { token, now }: AuditLease, result: AuditResult) {
  if ('sameAs' in result) {
    const { state, refusal, visit_id, measured_at } = result.sameAs;
    // Its duration was that of another, and says nothing about how long the queue takes.
    return { state, refusal, visit_id, measured_at, started_at: null } as const;
  }
  if ('facts' in result) {
    const { facts, refusal } = result;
    const seen = { visit_id: token, measured_at: Date.parse(facts.measuredAt) };
    return refusal === undefined
      ? ({ ...seen, state: 'done' } as const)
      : ({ ...seen, state: 'refused', refusal } as const);
  }
  const ended = { state: 'refused', refusal: result.refusal } as const;
  return result.isOurs ? ended : { ...ended, measured_at: db.engine.instant(now) };
}

/** The statements by which pictures stay as long as the last report that shows them, and those of a run before go. */
function sharedVisitQueries(
  db: Database,
  token: string,
  { visit_id }: Pick<AuditRow, 'visit_id'>,
): CompiledQuery[] {
  const expires = sql<number>`(select expires_at from audits where token = ${token})`;
  return [
    db
      .updateTable('audit_pictures')
      .set({ expires_at: expires })
      .where('visit_id', '=', visit_id)
      .where('expires_at', '<', expires)
      .compile(),
    db
      .deleteFrom('audit_visits')
      .where('id', '=', token)
      .where(sql<boolean>`not exists (select 1 from audits where visit_id = ${token})`)
      .compile(),
  ];
}

export interface Consequences {
  readonly links: Links;
  /** Address that mails come from. */
  readonly sender: string;
}

/** What a mail about an audit is about. */
export interface AuditDetail {
  readonly audit: string;
}

/**
 * What follows when the audit of a lead is ready: an event, and the report's address by mail to visitor and owner, to
 * the owner once for each host and day. No mail goes out about a held lead; once it is released, its first mails have
 * the address.
 */
export async function reportNoticeQueries(
  db: Database,
  { token, url, host, lead_id }: ClaimedAudit,
  { links, sender }: Consequences,
  now: Instant,
): Promise<CompiledQuery[]> {
  const reader = leadReader(db);
  const lead = lead_id === null ? undefined : await reader.byId(lead_id);
  if (lead === undefined) return [];
  const event = eventQuery(db, {
    id: idAfter(token, 'ready'),
    leadId: lead.id,
    kind: 'audit-ready',
    by: 'system',
    at: { now },
    detail: { token, url },
  });
  if (await reader.isHeld(lead.id)) return [event];
  const mails = await visitorMails(db, {
    ...{ instant: db.engine.instant(now), now, links },
    emails: [lead.email],
  });
  const detail: AuditDetail = { audit: token };
  const mail = (kind: 'visitor-audit' | 'owner-audit', cause: string) => ({
    id: mailId(idAfter(cause, kind), sender),
    kind,
    lead_id: lead.id,
    detail,
  });
  // One of each host and day (in UTC): a message whose id is known is not added again.
  const ownersCause = `${lead.id} ${host} ${new Date(now).toISOString().slice(0, 10)}`;
  return [
    event,
    messagesQuery(db, now, [
      {
        ...mail('visitor-audit', token),
        ...mails.next(lead.email, { client: null, released: 0 }, detail),
      },
      mail('owner-audit', ownersCause),
    ]),
  ];
}

/**
 * Ends an audit of which its visitor says that the site is not theirs, whatever has become of it: a server that is
 * visiting the site loses its lease and breaks off, and no report is left to tell of.
 * @param now the server's own clock
 */
export async function closeDisownedAudit(db: Database, token: string, now: Instant): Promise<void> {
  await db
    .updateTable('audits')
    .set({
      state: 'refused',
      refusal: 'not-theirs',
      step: null,
      asker: null,
      ...GIVEN_BACK,
      ended_at: db.engine.instant(now),
    })
    .where('token', '=', token)
    .where('state', '<>', 'refused')
    .execute();
}

/** Whether its visitor has said so of an audit. */
export async function isDisowned(db: Database, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('audits')
    .select('token')
    .where('token', '=', token)
    .where('refusal', '=', 'not-theirs')
    .executeTakeFirst();
  return row !== undefined;
}
