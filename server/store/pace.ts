import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { PaceTable } from './schema.ts';

/** In milliseconds since the epoch, by the server's own clock. */
export interface Reservation {
  readonly taken: boolean;
  /** Never too early; too late by what asking the database took. */
  readonly at: number;
}

/** When requests to one destination may leave, over all who share the row. */
export interface Pace {
  /**
   * Takes the next slot, unless it is further away than the horizon.
   * @param spacingMs until the slot after it, whole
   * @returns when the slot comes, taken or not
   */
  reserve(spacingMs: number, horizonMs: number): Promise<Reservation>;
  /** No slot for that many milliseconds from now. */
  push(ms: number): Promise<void>;
  /** How far away the next free slot is, in milliseconds; negative when one can be had at once. */
  ahead(): Promise<number>;
}

/**
 * The pace kept in the one row of a destination: every act is one statement, so that two who ask at the same moment
 * get different slots.
 * @param now the server's own clock; what decides is the engine's
 */
export function sharedPace(db: Database, destination: PaceTable['destination'], now: () => number): Pace {
  const ahead = async () => {
    const row = await db
      .selectFrom('pace')
      .select(sql<number>`next_at - ${db.engine.instant(now())}`.as('in_ms'))
      .where('destination', '=', destination)
      .executeTakeFirst();
    return row?.in_ms ?? 0;
  };

  return {
    ahead,

    async reserve(spacingMs, horizonMs) {
      const asked = now();
      const instant = db.engine.instant(asked);
      const slot = await db
        .insertInto('pace')
        .values({ destination, next_at: sql<number>`${instant} + ${spacingMs}` })
        .onConflict((conflict) =>
          conflict
            .column('destination')
            .doUpdateSet({ next_at: sql<number>`${later('pace.next_at', instant)} + ${spacingMs}` })
            .where('pace.next_at', '<=', sql<number>`${instant} + ${horizonMs}`),
        )
        .returning(sql<number>`next_at - ${spacingMs} - ${instant}`.as('in_ms'))
        .executeTakeFirst();
      const inMs = slot?.in_ms ?? (await ahead());
      return { taken: slot !== undefined, at: (db.engine.shared ? now() : asked) + inMs };
    },

    async push(ms) {
      const until = sql<number>`${db.engine.instant(now())} + ${Math.ceil(ms)}`;
      await db
        .insertInto('pace')
        .values({ destination, next_at: until })
        .onConflict((conflict) =>
          conflict.column('destination').doUpdateSet({ next_at: later('pace.next_at', until) }),
        )
        .execute();
    },
  };
}

/** The later of two instants: SQLite calls it max, PostgreSQL greatest. */
function later(column: string, other: RawBuilder<number>): RawBuilder<number> {
  return sql`case when ${sql.ref(column)} > ${other} then ${sql.ref(column)} else ${other} end`;
}
