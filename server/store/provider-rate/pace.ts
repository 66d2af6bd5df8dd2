import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';
import type { PaceTable } from '../schema.ts';

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

/** No provider is left alone for longer: a pause that seems to last longer was written by a clock that is gone. */
const LONGEST_PAUSE_MS = 3_600_000;

/** Servers that write at the same moment see each other's clock this far ahead at most. */
const SAME_MOMENT_MS = 2_000;

/**
 * The pace kept in the one row of a destination: every act is one statement, so that two who ask at the same moment
 * get different slots. Beside the next slot stands when it was written: a clock that has been set back since is
 * noticed by whoever finds no slot near, and its slot and its pause are as far away as they were meant to be.
 * @param now the server's own clock; what decides is the engine's
 */
export function sharedPace(db: Database, destination: PaceTable['destination'], now: () => number): Pace {
  /** @returns whether the row was written by a clock that was ahead of the one that decides now */
  async function setRight(): Promise<boolean> {
    const instant = db.engine.instant(now());
    const written = sql.ref('written_at');
    const { numUpdatedRows } = await db
      .updateTable('pace')
      .set({
        next_at: sql<number>`case when ${written} > ${instant} then next_at - ${written} + ${instant} else ${instant} end`,
        written_at: instant,
      })
      .where('destination', '=', destination)
      .where(
        sql<boolean>`(${written} > ${instant} + ${SAME_MOMENT_MS} or next_at > ${instant} + ${LONGEST_PAUSE_MS})`,
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows > 0n;
  }

  async function ahead(): Promise<number> {
    const instant = db.engine.instant(now());
    const row = await db
      .selectFrom('pace')
      .select(sql<number>`next_at - ${instant}`.as('in_ms'))
      .select(sql<number>`written_at - ${instant}`.as('written_in_ms'))
      .where('destination', '=', destination)
      .executeTakeFirst();
    if (row === undefined) return 0;
    const believed = row.written_in_ms <= SAME_MOMENT_MS && row.in_ms <= LONGEST_PAUSE_MS;
    return believed || !(await setRight()) ? row.in_ms : ahead();
  }

  async function slot(spacingMs: number, horizonMs: number): Promise<Reservation | undefined> {
    const asked = now();
    const instant = db.engine.instant(asked);
    const taken = await db
      .insertInto('pace')
      .values({ destination, next_at: sql<number>`${instant} + ${spacingMs}`, written_at: instant })
      .onConflict((conflict) =>
        conflict
          .column('destination')
          .doUpdateSet({
            next_at: sql<number>`${later('pace.next_at', instant)} + ${spacingMs}`,
            written_at: instant,
          })
          .where('pace.next_at', '<=', sql<number>`${instant} + ${horizonMs}`),
      )
      .returning(sql<number>`next_at - ${spacingMs} - ${instant}`.as('in_ms'))
      .executeTakeFirst();
    return taken && { taken: true, at: (db.engine.shared ? now() : asked) + taken.in_ms };
  }

  return {
    ahead,

    async reserve(spacingMs, horizonMs) {
      const first = await slot(spacingMs, horizonMs);
      if (first !== undefined) return first;
      const later = (await setRight()) ? await slot(spacingMs, horizonMs) : undefined;
      return later ?? { taken: false, at: now() + (await ahead()) };
    },

    async push(ms) {
      const instant = db.engine.instant(now());
      const until = sql<number>`${instant} + ${Math.ceil(ms)}`;
      await db
        .insertInto('pace')
        .values({ destination, next_at: until, written_at: instant })
        .onConflict((conflict) =>
          conflict
            .column('destination')
            .doUpdateSet({ next_at: later('pace.next_at', until), written_at: instant }),
        )
        .execute();
    },
  };
}

/** The later of two instants: SQLite calls it max, PostgreSQL greatest. */
function later(column: string, other: RawBuilder<number>): RawBuilder<number> {
  return sql`case when ${sql.ref(column)} > ${other} then ${sql.ref(column)} else ${other} end`;
}
