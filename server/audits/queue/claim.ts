import { sql } from 'kysely';
import { UNFINISHED } from '../../store/audits/audit-store.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';

/** How long a server that says nothing keeps an audit; while it works it renews its lease. In milliseconds. */
export const LEASE_MS = 30_000;
/** For how long a server that takes audits counts as being there after it was seen. In milliseconds. */
export const PRESENT_MS = 30_000;
/** Interrupted so many times, an audit is run over HTTP alone: the browser may be what ended the server. */
export const RUNS_WITH_BROWSER = 2;
/** Interrupted once more, it is refused. */
export const MOST_RUNS = 3;

export interface Claim {
  readonly owner: string;
  /** The server's own clock, in milliseconds since the epoch; what decides is the engine's. */
  readonly now: number;
  /** Whether this server can measure in a browser. One that cannot claims an audit only while no running server can. */
  readonly browser: boolean;
}

/** An audit that its owner alone may work on until the lease ends; this run is counted already. */
export type ClaimedAudit = Pick<
  AuditRow,
  'token' | 'url' | 'scheme_typed' | 'host' | 'lead_id' | 'attempts' | 'expires_at'
>;

/**
 * Takes the next audit that no server has leased: those with a proof of work first, then the one that waits longest,
 * and none of a host that is just being visited. One statement, so that no two servers can take the same one.
 */
export async function claimAudit(
  db: Database,
  { owner, now, browser }: Claim,
): Promise<ClaimedAudit | undefined> {
  const instant = db.engine.instant(now);
  // A lease that ends much later than its whole term was written by a clock that has been set back since. Not one that
  // ends a little later: another server may have taken it after this statement had begun.
  const credible = sql<number>`${instant} + ${2 * LEASE_MS}`;
  const free = sql<boolean>`(lease_until is null or lease_until <= ${instant} or lease_until > ${credible})`;
  const visited = sql<boolean>`exists (select 1 from audits other where other.state in ('waiting', 'running') and other.host = audits.host and other.lease_until > ${instant} and other.lease_until <= ${credible})`;
  const othersCan = sql<boolean>`exists (select 1 from audit_runners where browser = 1 and seen_at > ${instant} - ${PRESENT_MS})`;
  return db
    .with('next', (e) =>
      e
        .selectFrom('audits')
        .select('token')
        .where(UNFINISHED)
        .where(free)
        .where(sql<boolean>`not ${visited}`)
        .$if(!browser, (query) =>
          query.where(sql<boolean>`(attempts >= ${RUNS_WITH_BROWSER} or not ${othersCan})`),
        )
        .orderBy('proved', 'desc')
        .orderBy('created_at')
        .orderBy('token')
        .limit(1)
        .$if(db.engine.shared, (query) => query.forUpdate().skipLocked()),
    )
    .updateTable('audits')
    .set({
      state: 'running',
      step: null,
      lease_owner: owner,
      lease_until: sql<number>`${instant} + ${LEASE_MS}`,
      started_at: instant,
      attempts: sql<number>`attempts + 1`,
    })
    .where('token', 'in', (e) => e.selectFrom('next').select('token'))
    .returning(['token', 'url', 'scheme_typed', 'host', 'lead_id', 'attempts', 'expires_at'])
    .executeTakeFirst();
}

/** Whether any audit is unfinished: cheaper than a claim that finds none. */
export async function anyUnfinished(db: Database): Promise<boolean> {
  const row = await db.selectFrom('audits').select('token').where(UNFINISHED).limit(1).executeTakeFirst();
  return row !== undefined;
}
