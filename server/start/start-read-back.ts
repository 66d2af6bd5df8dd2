import { recordReader } from '../destinations/airtable/read-records.ts';
import { sharedPace } from '../destinations/pace.ts';
import { sharedPermits } from '../destinations/permits.ts';
import { startReadBack } from '../outbox/read-back/read-back.ts';
import type { Loop } from '../queue/loop.ts';
import type { DeliveryDeps } from './start-delivery.ts';

/** Reads delivered records back every night when Airtable is configured. */
export function startReadingBack(deps: Omit<DeliveryDeps, 'metrics'>): Pick<Loop, 'stop'> | undefined {
  const { config, db, clock, log } = deps;
  if (config.airtable === undefined) return undefined;
  const pace = sharedPace(db, 'airtable', clock.now);
  const permits = sharedPermits(db, 'airtable', clock.now);
  const records = recordReader(config.airtable, { clock, pace, permits });
  const alone = config.databaseUrl === undefined;
  return startReadBack({ db, records, clock, log, owner: crypto.randomUUID(), alone });
}
