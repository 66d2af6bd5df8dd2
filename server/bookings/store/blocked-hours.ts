import type { Interval } from '#domain/availability.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';

/** In the place of a booking's id, of time that the owner has blocked. */
export const BLOCKED = 'blocked';

/** Hours in which the owner lets nobody book a call; calls that were booked before stay. */
export function blockedHours(db: Database) {
  return {
    /** Those that touch the time between two instants. */
    async between(from: Instant, to: Instant): Promise<Interval[]> {
      const rows = await db
        .selectFrom('blocked_hours')
        .selectAll()
        .where('end_at', '>', from)
        .where('start_at', '<', to)
        .orderBy('start_at')
        .execute();
      return rows.map(({ start_at, end_at }) => ({ start: start_at, end: end_at }));
    },

    /** @returns whether it was free of a block until now */
    async block({ start, end }: Interval): Promise<boolean> {
      const added = await db
        .insertInto('blocked_hours')
        .values({ start_at: start, end_at: end })
        .onConflict((conflict) => conflict.column('start_at').doNothing())
        .returning('start_at')
        .execute();
      return added.length === 1;
    },

    /** @returns whether it was blocked until now */
    async free(start: Instant): Promise<boolean> {
      const gone = await db
        .deleteFrom('blocked_hours')
        .where('start_at', '=', start)
        .returning('start_at')
        .execute();
      return gone.length === 1;
    },
  };
}
