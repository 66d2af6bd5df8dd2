import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { watchSetBack } from '../store/set-back.ts';
import type { Clock } from '../system/clock.ts';

/** Leases mended in one check; the next check mends the rest. */
const MOST_AT_ONCE = 500;

/** Notices when the clock of a shared database is set back. */
export interface ClockWatch {
  /**
   * Shortens leases that end later than a full lease from now: they were written before the clock was set back. Their
   * owners are done by then, since no work outlasts a lease.
   * @returns whether the database's clock ran backwards against this server's since it was read last
   */
  check(): Promise<boolean>;
}

/** @param leaseMs the term of a lease */
export function watchClock(db: Database, clock: Clock, leaseMs: number): ClockWatch {
  const setBackMs = watchSetBack(db, clock);

  return {
    async check() {
      const setBack = (await setBackMs()) > 0;
      const whole = sql<number>`${db.engine.instant(clock.now())} + ${leaseMs}`;
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
    },
  };
}
