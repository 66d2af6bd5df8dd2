import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';

/**
 * In how long the next row can be claimed: it is due, its lease has ended, and the delivery is not paused. Each of the
 * questions is answered by the first entry of an index.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns milliseconds, 0 or less when one can be claimed now; undefined when none waits, or while the delivery is paused
 */
export async function nextDue(db: Database, now: number): Promise<number | undefined> {
  const instant = db.engine.instant(now);
  const free = (released: 0 | 1) =>
    db
      .selectFrom('outbox')
      .select('due_at')
      .where(IN_STATE.sendable)
      .where('released', '=', sql.lit(released))
      .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
      .orderBy('due_at')
      .orderBy('lead_id')
      .limit(1);
  const leaseEnd = db
    .selectFrom('outbox')
    .select('lease_until')
    .where('lease_owner', 'is not', null)
    .where('lease_until', '>', instant)
    .orderBy('lease_until')
    .limit(1);
  const paused = db.selectFrom('conditions').select('since').where('name', '=', 'delivery-paused');
  const found = await db
    .selectNoFrom([
      free(0).as('first'),
      free(1).as('behind'),
      leaseEnd.as('lease_end'),
      paused.as('paused_since'),
      instant.as('now'),
    ])
    .executeTakeFirstOrThrow();
  const { first, behind, lease_end, paused_since } = found;
  if (paused_since !== null) return undefined;
  const instants = [first, behind, lease_end].filter((at) => at !== null).map(Number);
  return instants.length === 0 ? undefined : Math.min(...instants) - found.now;
}
