import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { watchSetBack } from '../store/set-back.ts';
import type { Clock } from '../system/clock.ts';
import { LEASE_MS } from '../worker/leased-worker.ts';

/** Leases mended in one check; the next check mends the rest. */
const MOST_AT_ONCE = 500;

/**
 * Notices, each time it is called, when the clock of a shared database was set back. Leases that end later than a full
 * lease from now were written before that: they are shortened. Their owners are done by then, since no work outlasts a
 * lease.
 * @returns a check that resolves with whether the clock ran backwards against this server's since the check before
 */
export function watchClock(db: Database, clock: Clock): () => Promise<boolean> {
  const setBackMs = watchSetBack(db, clock);

  return async () => {
    const setBack = (await setBackMs()) > 0;
    const whole = sql<number>`${db.engine.instant(clock.now())} + ${LEASE_MS}`;
    await db
      .updateTable('outbox')
      .set({ lease_until: whole })
      .where('lead_id', 'in', (e) =>
        e
          .selectFrom('outbox')
          .select('lead_id')
          .where('lease_owner', 'is not', null)
          .where('lease_until', '>', whole)
          .orderBy('lease_until', 'desc')
          .limit(MOST_AT_ONCE),
      )
      .execute();
    return setBack;
  };
}
