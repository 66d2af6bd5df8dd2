import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import type { Secret } from '../../config/secrets.ts';
import { type Loop, startLoop } from '../../queue/loop.ts';
import type { Database } from '../../store/database.ts';
import { sharedSecret } from '../../store/shared-secret.ts';
import type { Clock } from '../../system/clock.ts';
import { networksOf } from './client-key.ts';
import { type Permit, type RateLimit, rateLimit } from './rate-limit.ts';

export interface SharedRateLimitDeps {
  readonly permits: ClientPermits;
  readonly perClient: number;
  /** Makes a hash of each address: the addresses themselves are stored nowhere. */
  readonly key: Secret;
  /** What is limited: each limit counts by itself. */
  readonly name: string;
}

const MINUTE_MS = 60_000;

/** A rate limit, of this server alone or of all that share a database. */
export interface ServiceLimit {
  /** As `RateLimit.take`; rejects when the permits are shared and the database does not answer. */
  take(address: string, what: string): Permit | Promise<Permit>;
}

/**
 * One rate limit over all servers that share a database. A client that has no permit left on this server is refused
 * without asking the database.
 * @param own the rate limit of this server
 */
export function sharedRateLimit(own: RateLimit, deps: SharedRateLimitDeps): ServiceLimit {
  const { permits, perClient, key, name: limit } = deps;
  const nameOf = (network: string) =>
    createHmac('sha256', key.reveal()).update(`${limit}${network}`).digest('base64url');
  return {
    async take(address, what) {
      const permit = own.take(address, what);
      if (!permit.ok || permit.again) return permit;
      const taken: (readonly [name: string, second: number])[] = [];
      const giveBack = () => {
        permit.giveBack();
        // If the connection is lost, the visitor has one permit less until the window ends.
        for (const [name, second] of taken) permits.giveBack(name, second).catch(() => {});
      };
      try {
        // The client's own first: what it sends beyond its limit takes nothing from its neighbours.
        for (const { key: network, factor } of networksOf(address)) {
          const name = nameOf(network);
          const asked = await permits.take(name, perClient * factor);
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
  };
}

/** The rate limits of a server, over all servers on its database. */
export interface RateLimits extends Pick<Loop, 'stop'> {
  /**
   * @param name of what is limited; a client's leads have none
   * @param windowMs a minute unless given
   */
  of(name: string, perClient: number, windowMs?: number): ServiceLimit;
}

export async function startRateLimits(db: Database, clock: Clock): Promise<RateLimits> {
  const ownOf = (perClient: number, windowMs: number) =>
    rateLimit(perClient, () => performance.now(), windowMs);
  if (!db.engine.shared)
    return {
      of: (_name, perClient, windowMs = MINUTE_MS) => ownOf(perClient, windowMs),
      stop: async () => {},
    };
  const key = await sharedSecret(db, 'client-places');
  // Old permits that cannot be deleted now are deleted a minute later; they hold a hash and no address.
  const { forget } = clientPermits(db, MINUTE_MS);
  const loop = startLoop(clock, () =>
    forget().then(
      () => MINUTE_MS,
      () => MINUTE_MS,
    ),
  );
  return {
    of: (name, perClient, windowMs = MINUTE_MS) =>
      sharedRateLimit(ownOf(perClient, windowMs), {
        ...{ permits: clientPermits(db, windowMs), perClient, key },
        name: name === '' ? '' : `${name} `,
      }),
    stop: loop.stop,
  };
}

/** A client's permit, over all servers, or when to come back. */
type Asked =
  | { readonly taken: true; readonly second: number }
  | { readonly taken: false; readonly retryAfterSeconds: number };

/** The permits of each network that visitors come from within a window, over all servers on one PostgreSQL. */
interface ClientPermits {
  /** Takes one of `most`, in one statement, so that no two servers can take the last. */
  take(client: string, most: number): Promise<Asked>;
  /** Gives back one that was taken in that second. */
  giveBack(client: string, second: number): Promise<void>;
  /** Deletes the rows of networks that have sent nothing within their window, of whatever length. */
  forget(): Promise<void>;
}

/**
 * One row for each network holds how many permits it took in each second of the window. A statement that finds the
 * row locked waits, and then reads what the other has written.
 */
export function clientPermits(db: Database, windowMs: number): ClientPermits {
  const now = db.engine.instant(0);
  const second = sql`(${now} / 1000)::text`;
  const recent = sql`jsonb_each_text(client_places.places::jsonb) where key::bigint > (${now} - ${sql.lit(windowMs)}) / 1000`;

  return {
    async take(client, most) {
      const { rows } = await sql<{ second: number }>`
        insert into client_places (client, places, last_at, window_ms)
        values (${client}, jsonb_build_object(${second}, 1)::text, ${now}, ${windowMs})
        on conflict (client) do update set last_at = excluded.last_at, places = (
          select (coalesce(jsonb_object_agg(key, value), '{}') || jsonb_build_object(
            ${second}, coalesce((client_places.places::jsonb ->> ${second})::int, 0) + 1))::text
          from ${recent})
        where (select coalesce(sum(value::int), 0) from ${recent}) < ${most}
        returning ${now} / 1000 as second`.execute(db);
      const [row] = rows;
      if (row !== undefined) return { taken: true, second: row.second };
      const { rows: left } = await sql<{ seconds: number | null }>`
        select min(key::bigint) + ${sql.lit(windowMs / 1000)} - ${now} / 1000 as seconds
        from client_places, ${recent} and client = ${client} and value::int > 0`.execute(db);
      return { taken: false, retryAfterSeconds: Math.max(1, left[0]?.seconds ?? 1) };
    },

    async giveBack(client, at) {
      const key = String(at);
      await sql`
        update client_places set places = (places::jsonb || jsonb_build_object(
          ${key}::text, greatest(0, coalesce((places::jsonb ->> ${key}::text)::int, 0) - 1)))::text
        where client = ${client}`.execute(db);
    },

    async forget() {
      await db.deleteFrom('client_places').where('last_at', '<', sql<number>`${now} - window_ms`).execute();
    },
  };
}
