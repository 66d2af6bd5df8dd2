import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { PlacesTable } from '../schema.ts';

/** A request's place among those that a destination may see within one second. */
export interface Place {
  readonly place: number;
  readonly free_at: number;
}

/**
 * The places of a destination, over all who share the database: as many as the requests that it takes in any second.
 * Each is taken before a request leaves, and free again a second after its answer.
 */
export interface Places {
  /**
   * Takes a place, which frees itself after `holdMs` should nobody leave it. Those that would only be free later than
   * that, since the clock was set back, are as far away as if they had been taken now.
   * @returns the place; or, when none is free, in how many milliseconds to ask again at the latest
   */
  take(holdMs: number): Promise<Place | number>;
  /** Frees a place that many milliseconds from now; nothing happens when it is somebody else's by then. */
  leave(place: Place, afterMs: number): Promise<void>;
}

/**
 * The places kept in rows of their own: each act is one statement, so that no two can take the same.
 * @param now the server's own clock; what decides is the engine's
 */
export function sharedPlaces(
  db: Database,
  destination: PlacesTable['destination'],
  now: () => number,
): Places {
  return {
    async take(holdMs) {
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
        .set({ free_at: sql<number>`${instant} + ${holdMs}` })
        .where('destination', '=', destination)
        .where('place', 'in', (e) => e.selectFrom('free').select('place'))
        .returning(['place', 'free_at'])
        .executeTakeFirst();
      if (taken !== undefined) return taken;
      const whole = sql<number>`${db.engine.instant(now())} + ${holdMs}`;
      await db
        .updateTable('places')
        .set({ free_at: whole })
        .where('destination', '=', destination)
        .where('free_at', '>', whole)
        .execute();
      const { in_ms } = await db
        .selectFrom('places')
        .select(sql<number>`min(free_at) - ${db.engine.instant(now())}`.as('in_ms'))
        .where('destination', '=', destination)
        .executeTakeFirstOrThrow();
      return Math.max(1, in_ms);
    },

    async leave({ place, free_at }, afterMs) {
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
