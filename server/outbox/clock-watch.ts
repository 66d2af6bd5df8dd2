import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';

/** Smaller steps delay nothing that matters, and come from the ordinary adjustment of a clock (NTP slewing). */
const STEP_MS = 1_000;

/** Leases mended in one check; the next check mends the rest. */
const MOST_AT_ONCE = 500;

/** The database's clock minus the server's own, in milliseconds: between these two, since the question took time. */
interface Reading {
  readonly least: number;
  readonly most: number;
}

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
  let last: Reading | undefined;

  async function read(): Promise<Reading> {
    const asked = clock.now();
    const { at } = await db.selectNoFrom(db.engine.instant(asked).as('at')).executeTakeFirstOrThrow();
    return { least: at - clock.now(), most: at - asked };
  }

  return {
    async check() {
      const reading = await read();
      const setBack = last !== undefined && reading.most < last.least - STEP_MS;
      last = reading;
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
