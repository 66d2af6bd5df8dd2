import type { Config } from '../config/config.ts';
import { airtable } from '../destinations/airtable/airtable.ts';
import { sharedPace } from '../destinations/pace.ts';
import { sharedLimits } from '../destinations/shared-limits.ts';
import { countedDestination } from '../metrics/counted-destination.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { deliveryBy, type RunningDelivery } from '../outbox/running-delivery.ts';
import { startWorker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

export interface DeliveryDeps {
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
