import { sql } from 'kysely';
import { REUSED_MINUTES } from '#content/audit-retention.ts';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';
import { factsOf } from '../report/audit-view.ts';
import type { AskedAddress } from '../run-audit.ts';

const REUSED_MS = REUSED_MINUTES * 60_000;

/**
 * The newest audit of exactly this address that is done and was measured within the last minutes. Not of another page
 * of its host, whose address may be a secret; and none that led to a site of another name, which whoever made the
 * address may have chosen.
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function seenLately(
  db: Database,
  { url, schemeTyped }: AskedAddress,
  now: number,
): Promise<AuditRow | undefined> {
  const row = await db
    .selectFrom('audits')
    .selectAll()
    .where(sql<boolean>`state = 'done'`)
    // The index is over hosts.
    .where('host', '=', new URL(url).hostname)
    .where('url', '=', url)
    .where('scheme_typed', '=', schemeTyped ? 1 : 0)
    .where('measured_at', '>', sql<number>`${db.engine.instant(now)} - ${REUSED_MS}`)
    .orderBy('measured_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row === undefined || factsOf(row)?.visit.elsewhere !== undefined ? undefined : row;
}
