import { recordReader } from '../destinations/airtable/read-records.ts';
import { sharedLimits } from '../destinations/shared-limits.ts';
import { mendRecords } from '../leads/provider-record.ts';
import { type ReadBackOptions, startReadBack } from '../outbox/read-back/read-back.ts';
import type { Loop } from '../queue/loop.ts';
import type { DeliveryDeps } from './start-delivery.ts';

/** Reads delivered records back every night when Airtable is configured. */
export function startReadingBack(
  deps: Omit<DeliveryDeps, 'metrics' | 'completes'>,
): Pick<Loop, 'stop'> | undefined {
  const { config, db, clock, log } = deps;
  if (config.airtable === undefined) return undefined;
  const records = recordReader(config.airtable, sharedLimits(db, clock));
  const alone = config.databaseUrl === undefined;
  const mend: ReadBackOptions['mend'] = (read, night) => mendRecords(db, read, night, clock.now());
  return startReadBack({ db, records, clock, log, owner: crypto.randomUUID(), alone, mend });
}
