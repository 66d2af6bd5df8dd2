import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';

/** Less than this nobody notices, and a clock that is merely drawn to the right time does not do more. */
const STEP_MS = 1_000;

/** What is left is seen the next time. */
const MOST_AT_ONCE = 500;

/** Between which two moments of the server's own clock the database's stood at an instant, as a difference. */
interface Reading {
  readonly least: number;
  readonly most: number;
}

/** Watches over the clock that decides, where that is not the server's own. */
export interface ClockWatch {
  /**
   * Shortens leases that end later than their whole term from now: the clock that wrote them has been set back
   * since. Whoever holds one is done with it by then.
   * @returns whether the database's clock ran backwards against this server's since it was read last
   */
  look(): Promise<boolean>;
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
    async look() {
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
