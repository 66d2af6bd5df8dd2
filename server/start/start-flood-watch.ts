import { shareArrivals, usualArrivals } from '../leads/arrivals.ts';
import { type FloodWatch, watchFlood } from '../leads/flood-watch.ts';
import { floodTeller } from '../messages/flood.ts';
import type { ServerMailDeps } from '../messages/new-message.ts';
import type { Clock } from '../system/clock.ts';
import type { Log } from '../system/log.ts';

export interface StartFloodWatch extends ServerMailDeps {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error' | 'warn'>;
  /** How many leads one address may send in a minute. */
  readonly perMinute: number;
  /** There is a message to send. */
  readonly wake: () => void;
}

/** Watches for floods over all servers on the database; of each, the owner is told once and the log says one line. */
export function startFloodWatch({ clock, log, perMinute, wake, ...alert }: StartFloodWatch): FloodWatch {
  const { db } = alert;
  return watchFlood({
    clock,
    perAddress: perMinute,
    log,
    share: (counted) => shareArrivals(db, clock.now(), counted),
    usually: () => usualArrivals(db, clock.now()),
    onFlood: floodTeller({ ...alert, now: clock.now, log, wake }, 'flood', FLOOD),
  });
}

const FLOOD =
  'Afflux : il arrive bien plus de demandes sans preuve de travail que d’ordinaire. Elles sont enregistrées et retenues ; ' +
  'celles qui ont une preuve récente partent comme toujours. Voyez ./oui list --held ; ' +
  './oui pause arrête l’envoi, ./oui hold --since retient ce qui n’est pas encore parti.';
