import { type RawBuilder, sql } from 'kysely';
import { AUDITS, UNFINISHED } from '../../store/audits/audit-queue.ts';
import type { Database } from '../../store/database.ts';
import { oneAtATime } from '../../store/one-at-a-time.ts';
import type { AuditRow } from '../../store/schema.ts';
import { isBrowserThere } from './runners.ts';

/** How long a server that says nothing keeps an audit; while it works it renews its lease. In milliseconds. */
export const LEASE_MS = 30_000;
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
 * and none of a host that is just being visited. Servers claim one after the other, so that no two of them take the
 * same audit, or two of one host.
 */
export async function claimAudit(
  db: Database,
  { owner, now, browser }: Claim,
): Promise<ClaimedAudit | undefined> {
  const instant = db.engine.instant(now);
  const claim = db
    .with('next', (e) =>
      e
        .selectFrom('audits')
        .select('token')
        .where(UNFINISHED)
        .where(sql<boolean>`not ${isLeased('audits', instant)}`)
        .where(sql<boolean>`not ${isHostVisited(instant)}`)
        .$if(!browser, (query) =>
          query.where(sql<boolean>`(attempts >= ${RUNS_WITH_BROWSER} or not ${isBrowserThere(instant)})`),
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
    .compile();
  const [result] = await oneAtATime(db, AUDITS, [claim]);
  return result?.rows[0] as ClaimedAudit | undefined;
}

/**
 * Whether a server holds the lease of an audit. A lease that ends later than twice its term was written by a clock that
 * has been set back since, and counts for nothing.
 * @param audits the table's name or alias
 */
function isLeased(audits: 'audits' | 'other', instant: RawBuilder<number>) {
  const until = sql.ref(`${audits}.lease_until`);
  return sql<boolean>`(${until} is not null and ${until} > ${instant} and ${until} <= ${instant} + ${2 * LEASE_MS})`;
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
