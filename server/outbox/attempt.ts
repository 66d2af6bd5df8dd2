import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { LANDING_MS } from '../worker/backoff.ts';

/**
 * Records, before anything is sent, that an attempt is under way: should this process die, the lead is of unknown
 * outcome, and due again only when the request must have landed.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns the ids still leased by the owner, the only ones that may be sent
 */
export async function recordAttempt(
  db: Database,
  owner: string,
  leadIds: readonly string[],
  now: number,
): Promise<Set<string>> {
  const landed = sql<number>`${db.engine.instant(now)} + ${LANDING_MS}`;
  const rows = await db
    .updateTable('outbox')
    .set({ attempts: sql`attempts + 1`, unknown_outcome: 1, due_at: landed })
    .where('lead_id', 'in', leadIds)
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .returning('lead_id')
    .execute();
  return new Set(rows.map(({ lead_id }) => lead_id));
}
