import type { Config } from '../config/config.ts';
import { airtable } from '../destinations/airtable/airtable.ts';
import { countedDestination } from '../metrics/counted-destination.ts';
import type { Counts } from '../metrics/counts.ts';
import { deliveryBy, type RunningDelivery } from '../outbox/running-delivery.ts';
import { startWorker } from '../outbox/worker.ts';
import type { Database } from '../store/database.ts';
import { sharedPace } from '../store/provider-rate/pace.ts';
import { sharedPlaces } from '../store/provider-rate/places.ts';
import { systemClock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

/** Sends leads on when Airtable is configured; otherwise they wait in the database. */
export function startDelivery(
  config: Config,
  db: Database,
  log: Log,
  counts: Counts,
): RunningDelivery | undefined {
  if (config.airtable === undefined) return undefined;
  const clock = systemClock;
  const pace = sharedPace(db, 'airtable', clock.now);
  const places = sharedPlaces(db, 'airtable', clock.now);
  const probes = sharedPace(db, 'airtable-probe', clock.now);
  const destination = countedDestination(airtable(config.airtable, { clock, pace, places, probes }), counts);
  const alone = config.databaseUrl === undefined;
  const worker = startWorker({ db, destination, clock, random: Math.random, log, alone });
  return deliveryBy(worker, destination, clock);
}
