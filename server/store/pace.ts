import { type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';
import type { PaceTable } from './schema.ts';

/** In milliseconds since the epoch, by the server's own clock. */
export interface Reservation {
  readonly taken: boolean;
  /** Never too early. */
  readonly at: number;
  /** How much too late it may be: the clock that counts is another machine's, and was asked over a network. */
  readonly uncertainMs: number;
  /** What the row says now: the slot after this one, by the clock of the database. */
  readonly nextAt: number;
}

/** When requests to one destination may leave, over all who share the row. */
export interface Pace {
  /**
   * Takes the next slot, unless it is further away than the horizon.
   * @param spacingMs until the slot after it
   * @returns when the slot comes, taken or not
   */
  reserve(spacingMs: number, horizonMs: number): Promise<Reservation>;
  /**
   * Turns a slot that was missed into one that is now, unless somebody has a slot after it.
   * @param nextAt as the reservation said
   */
  postpone(nextAt: number, spacingMs: number): Promise<Reservation>;
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

  function reservation(asked: number, slot: { next_at: number } | undefined, inMs: number): Reservation {
    const counted = db.engine.shared ? now() : asked;
    const taken = slot !== undefined;
    return { taken, at: counted + inMs, uncertainMs: counted - asked, nextAt: slot?.next_at ?? 0 };
  }

  return {
    ahead,

    async reserve(spacingMs, horizonMs) {
      const asked = now();
      const instant = db.engine.instant(asked);
      const slot = await db
        .insertInto('pace')
        .values({ destination, next_at: sql<number>`${instant} + ${whole(spacingMs)}` })
        .onConflict((conflict) =>
          conflict
            .column('destination')
            .doUpdateSet({ next_at: sql<number>`${later('pace.next_at', instant)} + ${whole(spacingMs)}` })
            .where('pace.next_at', '<=', sql<number>`${instant} + ${whole(horizonMs)}`),
        )
        .returning(['next_at', sql<number>`next_at - ${whole(spacingMs)} - ${instant}`.as('in_ms')])
        .executeTakeFirst();
      return reservation(asked, slot, slot?.in_ms ?? (await ahead()));
    },

    async postpone(nextAt, spacingMs) {
      const asked = now();
      const slot = await db
        .updateTable('pace')
        .set({ next_at: sql<number>`${db.engine.instant(asked)} + ${whole(spacingMs)}` })
        .where('destination', '=', destination)
        .where('next_at', '=', nextAt)
        .returning('next_at')
        .executeTakeFirst();
      return reservation(asked, slot, 0);
    },

    async push(ms) {
      const until = sql<number>`${db.engine.instant(now())} + ${whole(ms)}`;
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

function whole(ms: number): number {
  return Math.ceil(ms);
}
