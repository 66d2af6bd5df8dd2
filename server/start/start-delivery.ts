import type { Config } from '../config/config.ts';
import { airtable } from '../destinations/airtable/airtable.ts';
import { recordReader } from '../destinations/airtable/read-records.ts';
import { sharedPace } from '../destinations/pace.ts';
import { sharedLimits } from '../destinations/shared-limits.ts';
import { mendRecords } from '../leads/provider-record.ts';
import { countedDestination, type Metrics } from '../metrics/metrics.ts';
import { type ReadBackOptions, startReadBack } from '../outbox/read-back/read-back.ts';
import { deliveryBy, type RunningDelivery } from '../outbox/running-delivery.ts';
import { startWorker } from '../outbox/worker.ts';
import type { Loop } from '../queue/loop.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

interface DeliveryDeps {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Called when something is to be written into a record that is there. */
  readonly completes?: () => void;
}

/** Sends leads on when Airtable is configured; otherwise they wait in the database. */
export function startDelivery(deps: DeliveryDeps): RunningDelivery | undefined {
  const { config, db, clock, log, metrics, completes } = deps;
  if (config.airtable === undefined) return undefined;
  const probes = sharedPace(db, 'airtable-probe', clock.now);
  const destination = countedDestination(
    airtable(config.airtable, { ...sharedLimits(db, clock), probes }),
    metrics,
  );
  const alone = config.databaseUrl === undefined;
  const worker = startWorker({
    db,
    destination,
    clock,
    random: Math.random,
    log,
    alone,
    ...(completes && { completes }),
  });
  return deliveryBy(worker, destination, clock);
}

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
