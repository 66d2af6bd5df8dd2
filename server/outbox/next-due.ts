import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/**
 * In how long the next row can be claimed: it is due and nobody holds it any more.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns milliseconds, 0 or less when one can be claimed now; undefined when none waits
 */
export async function nextDue(db: Database, now: number): Promise<number | undefined> {
  const instant = db.engine.instant(now);
  const waiting = db
    .selectFrom('outbox')
    .where('state', '=', 'waiting')
    .where('held_because', 'is', null)
    .limit(1);
  // The index finds this one; among ten thousand rows the other question has to read them all.
  const due = await waiting
    .select('lead_id')
    .where('due_at', '<=', instant)
    .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
    .executeTakeFirst();
  if (due) return 0;
  const later = await waiting
    .select((e) =>
      e
        .case()
        .when('lease_until', '>', e.ref('due_at'))
        .then(e.ref('lease_until'))
        .else(e.ref('due_at'))
        .end()
        .as('at'),
    )
    .select(instant.as('now'))
    .orderBy('at')
    .executeTakeFirst();
  return later === undefined ? undefined : Number(later.at) - later.now;
}
