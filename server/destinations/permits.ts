import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { PlacesTable } from '../store/schema.ts';

/** The right to send one request to a destination: a row of the table `places`. */
export interface Permit {
  readonly place: number;
  readonly free_at: number;
}

/**
 * The permits of a destination, over all servers that share the database: as many as the requests that it accepts in
 * any second. One is taken before a request is sent, and is free again a second after the answer.
 */
export interface Permits {
  /**
   * Takes a permit, which frees itself after `keepMs` if it is not given back. Permits that are taken for longer than
   * that (the clock was set back since) are shortened to it.
   * @returns the permit; or, when none is free, in how many milliseconds to ask again at the latest
   */
  take(keepMs: number): Promise<Permit | number>;
  /** Frees a permit that many milliseconds from now; does nothing when it has freed itself and was taken again. */
  giveBack(permit: Permit, afterMs: number): Promise<void>;
}

/**
 * Permits kept in the database, one row each: taking one is one statement, so that no two servers can take the same.
 * @param now the server's own clock; a shared database uses its own instead
 */
export function sharedPermits(
  db: Database,
  destination: PlacesTable['destination'],
  now: () => Instant,
): Permits {
  return {
    async take(keepMs) {
      const instant = db.engine.instant(now());
      const taken = await db
        .with('free', (e) =>
          e
            .selectFrom('places')
            .select('place')
            .where('destination', '=', destination)
            .where('free_at', '<=', instant)
            .orderBy('free_at')
            .limit(1)
            .$if(db.engine.shared, (query) => query.forUpdate().skipLocked()),
        )
        .updateTable('places')
        .set({ free_at: sql<number>`${instant} + ${keepMs}` })
        .where('destination', '=', destination)
        .where('place', 'in', (e) => e.selectFrom('free').select('place'))
        .returning(['place', 'free_at'])
        .executeTakeFirst();
      if (taken !== undefined) return taken;
      const latest = sql<number>`${db.engine.instant(now())} + ${keepMs}`;
      await db
        .updateTable('places')
        .set({ free_at: latest })
        .where('destination', '=', destination)
        .where('free_at', '>', latest)
        .execute();
      const { in_ms } = await db
        .selectFrom('places')
        .select(sql<number>`min(free_at) - ${db.engine.instant(now())}`.as('in_ms'))
        .where('destination', '=', destination)
        .executeTakeFirstOrThrow();
      return Math.max(1, in_ms);
    },

    async giveBack({ place, free_at }, afterMs) {
      await db
        .updateTable('places')
        .set({ free_at: sql<number>`${db.engine.instant(now())} + ${afterMs}` })
        .where('destination', '=', destination)
        .where('place', '=', place)
        .where('free_at', '=', free_at)
        .execute();
    },
  };
}
