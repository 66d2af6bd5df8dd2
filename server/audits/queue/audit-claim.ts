import { type RawBuilder, sql } from 'kysely';
import type { StepName } from '#domain/audit.ts';
import type { Instant } from '#domain/instant.ts';
import { returnLeases } from '../../queue/leases.ts';
import { type Claimant, claimRows, type Queue, updateLeased } from '../../queue/queue.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';
import { UNFINISHED } from './audit-store.ts';

/** How long a server that says nothing keeps an audit; while it works it renews its lease. In milliseconds. */
export const AUDIT_LEASE_MS = 30_000;
/** Interrupted so many times, an audit is run over HTTP alone: the browser may be what ended the server. */
export const RUNS_WITH_BROWSER = 2;
/** Interrupted once more, it is refused. */
export const MOST_RUNS = 3;

/** Those with a proof of work first, then the one that waits longest, and none of a host that is just being visited. */
export const AUDIT_QUEUE: Queue<'audits'> = {
  table: 'audits',
  key: 'token',
  leaseMs: AUDIT_LEASE_MS,
  landingMs: 0,
  parts: [UNFINISHED],
  free: (instant) => sql`(not ${isLeased('audits', instant)} and not ${isHostVisited(instant)})`,
  hasDueTime: false,
  order: sql`proved desc, created_at, token`,
  leased: sql`(lease_owner is not null and state = 'running')`,
  unsettled: UNFINISHED,
};

/** An audit that its owner alone may work on until the lease ends; this run is counted already. */
export type ClaimedAudit = Pick<
  AuditRow,
  'token' | 'url' | 'scheme_typed' | 'host' | 'lead_id' | 'attempts' | 'expires_at'
>;

/** Takes the next audit that nobody has leased. */
export async function claimAudit(db: Database, { owner, now }: Claimant): Promise<ClaimedAudit | undefined> {
  const instant = db.engine.instant(now);
  const [claimed] = await claimRows(db, AUDIT_QUEUE, {
    ...{ owner, now, limit: 1 },
    values: { state: 'running', step: null, started_at: instant, attempts: sql`attempts + 1` },
    columns: ['token', 'url', 'scheme_typed', 'host', 'lead_id', 'attempts', 'expires_at'],
  });
  return claimed;
}

/**
 * Whether a server holds the lease of an audit. A lease that ends later than twice its term was written by a clock that
 * has been set back since, and counts for nothing.
 * @param audits the table's name or alias
 */
function isLeased(audits: 'audits' | 'other', instant: RawBuilder<number>) {
  const until = sql.ref(`${audits}.lease_until`);
  return sql<boolean>`(${until} is not null and ${until} > ${instant} and ${until} <= ${instant} + ${2 * AUDIT_LEASE_MS})`;
}

/** Whether a server is just visiting the host of the audit in question. */
function isHostVisited(instant: RawBuilder<number>) {
  return sql<boolean>`exists (select 1 from audits other where other.state in ('waiting', 'running') and other.host = audits.host and ${isLeased('other', instant)})`;
}

/** Whether any audit is unfinished: cheaper than a claim that finds none. */
export async function anyUnfinished(db: Database): Promise<boolean> {
  const row = await db.selectFrom('audits').select('token').where(UNFINISHED).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** How often a server that works on an audit says so. In milliseconds. */
export const RENEW_MS = AUDIT_LEASE_MS / 3;

/**
 * Renews the lease, and writes what is being looked at.
 * @returns false when the lease had ended, and another worker may have the audit
 */
export async function renewLease(
  db: Database,
  token: string,
  owner: string,
  now: Instant,
  step?: StepName,
): Promise<boolean> {
  const { numUpdatedRows } = await updateLeased(db, AUDIT_QUEUE, owner, [token])
    .set({
      lease_until: sql<number>`${db.engine.instant(now)} + ${AUDIT_LEASE_MS}`,
      ...(step !== undefined && { step }),
    })
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/**
 * Gives audits back without waiting for the end of their leases: they wait again, at their old place.
 * @param owner whose; 'everyone' only where no other process can hold one, as on an embedded database
 * @param counted whether the run counts: not where a server stops in order
 */
export function returnAudits(
  db: Database,
  owner: string | 'everyone',
  now: Instant,
  counted: boolean,
): Promise<void> {
  return returnLeases(db, AUDIT_QUEUE, owner, now, {
    state: 'waiting',
    step: null,
    ...(!counted && { attempts: sql<number>`attempts - 1` }),
  });
}
