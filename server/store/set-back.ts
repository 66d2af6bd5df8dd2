import type { Clock } from '../system/clock.ts';
import type { Database } from './database.ts';

/** Smaller steps delay nothing that matters, and come from the ordinary adjustment of a clock (NTP slewing). */
const STEP_MS = 1_000;

/** The database's clock minus the server's own, in milliseconds: between these two, since the question took time. */
interface Reading {
  readonly least: number;
  readonly most: number;
}

/**
 * Compares the clock of a shared database with this server's, each time it is called.
 * @returns by how many milliseconds, at most, the database's was set back since the call before; 0: it was not
 */
export function watchSetBack(db: Database, clock: Pick<Clock, 'now'>): () => Promise<number> {
  let last: Reading | undefined;
  return async () => {
    const asked = clock.now();
    const { at } = await db.selectNoFrom(db.engine.instant(asked).as('at')).executeTakeFirstOrThrow();
    const reading = { least: at - clock.now(), most: at - asked };
    const before = last;
    last = reading;
    return before !== undefined && reading.most < before.least - STEP_MS ? before.most - reading.least : 0;
  };
}
