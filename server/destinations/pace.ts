import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { PaceTable } from '../store/schema.ts';

export interface DepartureReservation {
  /** Whether the departure was reserved; if not, it was too far away. */
  readonly taken: boolean;
  /** When it comes by the server's own clock; late by the time that the query took. */
  readonly at: Instant;
}

/** When requests to one destination may leave, over all servers that share the database. */
export interface Pace {
  /**
   * Reserves the next departure, unless it is further away than the horizon.
   * @param spacingMs from it to the departure after it, a whole number
   */
  reserve(spacingMs: number, horizonMs: number): Promise<DepartureReservation>;
  /** No departure for that many milliseconds from now. */
  push(ms: number): Promise<void>;
  /** How far away the next free departure is, in milliseconds; negative when one can be had at once. */
  ahead(): Promise<number>;
}

/** No provider asks for a longer pause: one that seems longer was written before the clock was set back. */
const LONGEST_PAUSE_MS = 3_600_000;

/** The database's clock, as two concurrent statements read it, differs by no more than this. */
const SAME_MOMENT_MS = 2_000;

/**
 * The pace kept in one row of the database. Reserving is one statement, so that two servers that ask at the same
 * moment get different departures. The row also holds when it was written: when that lies in the future, the clock was
 * set back since, and the next departure is moved back by as much.
 * @param now the server's own clock; a shared database uses its own instead
 */
export function sharedPace(db: Database, destination: PaceTable['destination'], now: () => Instant): Pace {
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

  async function departure(spacingMs: number, horizonMs: number): Promise<DepartureReservation | undefined> {
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
      const first = await departure(spacingMs, horizonMs);
      if (first !== undefined) return first;
      const later = (await setRight()) ? await departure(spacingMs, horizonMs) : undefined;
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
