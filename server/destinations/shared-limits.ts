import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import { sharedPace } from './pace.ts';
import { sharedPermits } from './permits.ts';

/** What every request to Airtable keeps to, whatever it is for: pace and permits of all servers on the database. */
export function sharedLimits(db: Database, clock: Clock) {
  return {
    clock,
    pace: sharedPace(db, 'airtable', clock.now),
    permits: sharedPermits(db, 'airtable', clock.now),
  };
}
