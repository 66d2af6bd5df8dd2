import { createHmac } from 'node:crypto';
import type { Secret } from '../../config/secrets.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Database } from '../../store/database.ts';
import { sharedSecret } from '../../store/shared-secret.ts';
import type { Clock } from '../../system/clock.ts';
import { networksOf } from './client-key.ts';
import { type ClientPermits, clientPermits } from './client-permits.ts';
import { type Permit, type RateLimit, rateLimit } from './rate-limit.ts';

export interface SharedRateLimitDeps {
  readonly permits: ClientPermits;
  readonly perMinute: number;
  /** Makes a hash of each address: the addresses themselves are stored nowhere. */
  readonly key: Secret;
  readonly clock: Clock;
}

const FORGET_MS = 60_000;

/** The rate limit of leads, of this server alone or of all that share a database. */
export interface LeadLimit {
  /** As `RateLimit.take`; rejects when the permits are shared and the database does not answer. */
  take(address: string, what: string): Permit | Promise<Permit>;
}

export interface RunningLimit extends LeadLimit, Pick<Loop, 'stop'> {}

/**
 * One rate limit over all servers that share a database. A client that has no permit left on this server is refused
 * without asking the database.
 * @param own the rate limit of this server
 */
export function sharedRateLimit(own: RateLimit, deps: SharedRateLimitDeps): RunningLimit {
  const { permits, perMinute, key, clock } = deps;
  const nameOf = (network: string) => createHmac('sha256', key.reveal()).update(network).digest('base64url');
  // Old permits that cannot be deleted now are deleted a minute later; they hold a hash and no address.
  const loop = startLoop(clock, () =>
    permits.forget().then(
      () => FORGET_MS,
      () => FORGET_MS,
    ),
  );

  return {
    async take(address, what) {
      const permit = own.take(address, what);
      if (!permit.ok || permit.again) return permit;
      const taken: (readonly [name: string, second: number])[] = [];
      const giveBack = () => {
        permit.giveBack();
        // If the connection is lost, the visitor has one permit less for a minute.
        for (const [name, second] of taken) permits.giveBack(name, second).catch(() => {});
      };
      try {
        // The client's own first: what it sends beyond its limit takes nothing from its neighbours.
        for (const { key: network, factor } of networksOf(address)) {
          const name = nameOf(network);
          const asked = await permits.take(name, perMinute * factor);
          if (!asked.taken) {
            giveBack();
            return { ok: false, retryAfterSeconds: asked.retryAfterSeconds };
          }
          taken.push([name, asked.second]);
        }
        return { ...permit, giveBack };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    stop: loop.stop,
  };
}

/** Starts the rate limit of leads, over all servers on the database. */
export async function startRateLimit(db: Database, perMinute: number, clock: Clock): Promise<RunningLimit> {
  const own = rateLimit(perMinute, () => performance.now());
  if (!db.engine.shared) return { ...own, stop: async () => {} };
  const key = await sharedSecret(db, 'client-places');
  return sharedRateLimit(own, { permits: clientPermits(db), perMinute, key, clock });
}
