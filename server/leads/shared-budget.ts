import { createHmac, randomBytes } from 'node:crypto';
import type { Secret } from '../config/secrets.ts';
import { type ClientPlaces, clientPlaces } from '../store/client-places.ts';
import type { Database } from '../store/database.ts';
import { sharedSecret } from '../store/shared-secret.ts';
import type { Clock } from '../system/clock.ts';
import { type Rounds, startRounds } from '../worker/loop.ts';
import { type AcceptedBudget, acceptedBudget, type Reservation } from './rate-limit.ts';

export interface SharedBudgetDeps {
  readonly places: ClientPlaces;
  /** Stands for the addresses, which are stored nowhere. */
  readonly key: Secret;
  readonly clock: Clock;
}

const FORGET_MS = 60_000;

/** The budget of a client, of this server alone or of all that share a database. */
export interface Budget {
  /** As `AcceptedBudget.reserve`; rejects when the places are shared and the database does not answer. */
  reserve(client: string, what: string): Reservation | Promise<Reservation>;
}

export interface SharedBudget extends Budget, Pick<Rounds, 'stop'> {}

/**
 * The same budget over all servers that share a database. What this server knows to be spent it does not ask for.
 * @param own the budget of this server
 */
export function sharedBudget(own: AcceptedBudget, { places, key, clock }: SharedBudgetDeps): SharedBudget {
  const nameOf = (client: string) => createHmac('sha256', key.reveal()).update(client).digest('base64url');
  // What cannot be forgotten now is in a minute, and it is a hash.
  const rounds = startRounds(clock, () =>
    places.forget().then(
      () => FORGET_MS,
      () => FORGET_MS,
    ),
  );

  return {
    async reserve(client, what) {
      const place = own.reserve(client, what);
      if (!place.ok || place.again) return place;
      const name = nameOf(client);
      try {
        const asked = await places.take(name);
        if (asked.taken) {
          const release = () => {
            place.release();
            // Lost with the connection, it costs the visitor one place for a minute.
            places.giveBack(name, asked.second).catch(() => {});
          };
          return { ...place, release };
        }
        place.release();
        return { ok: false, retryAfterSeconds: asked.retryAfterSeconds };
      } catch (error) {
        place.release();
        throw error;
      }
    },
    stop: rounds.stop,
  };
}

/** The budget of each client, over all servers on the database. */
export async function startBudget(db: Database, perMinute: number, clock: Clock): Promise<SharedBudget> {
  const own = acceptedBudget(perMinute, () => performance.now());
  if (!db.engine.shared) return { ...own, stop: async () => {} };
  const key = await sharedSecret(db, 'client-places', () => randomBytes(32).toString('base64url'));
  return sharedBudget(own, { places: clientPlaces(db, perMinute), key, clock });
}
