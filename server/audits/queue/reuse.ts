import { sql } from 'kysely';
import { REFUSED_MINUTES, REUSED_MINUTES } from '#content/audit.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';
import type { AskedAddress } from '../process/run-audit.ts';
import { factsOf } from '../report/audit-view.ts';
import { UNFINISHED } from '../store/audit-queue.ts';
import { auditsWithVisits } from '../store/audits-with-visits.ts';

const REUSED_MS = REUSED_MINUTES * 60_000;
const REFUSED_MS = REFUSED_MINUTES * 60_000;
/** How far the clock of a server, which measures, and that of the database may be apart. */
const APART_MS = 60_000;

/**
 * The audit of the same lead, or of nobody's where there is no lead, that is unfinished or has just seen exactly this
 * address, or been refused there: who asks again is led to it, and nothing is stored twice.
 * @param now the server's own clock
 */
export async function sameAudit(
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
export function secondsUntilVisited({ state, measured_at }: AuditRow, now: Instant): number {
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
export async function putAmongProved(db: Database, token: string): Promise<void> {
  await db
    .updateTable('audits')
    .set({ proved: 1 })
    .where('token', '=', token)
    .where('proved', '=', 0)
    .where(UNFINISHED)
    .execute();
}
