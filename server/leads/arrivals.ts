import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';

/** Leads that came without a fresh proof are counted in buckets of so many milliseconds (column `slot`). */
export const BUCKET_MS = 10_000;
export const WINDOW_MS = 60_000;
/** What is usual is taken over one day. */
const USUAL_OVER_MS = 24 * 60 * 60_000;

export interface ArrivalCounts {
  readonly calm: number;
  readonly flooding: number;
}

/** What came over all servers within the last minute. */
export interface Recent {
  /** By the clock that decides. */
  readonly now: Instant;
  readonly buckets: readonly { readonly bucket: number; readonly count: number }[];
}

/**
 * Adds what this server has counted and reads what all have.
 * @param now the server's own clock
 */
export async function shareArrivals(
  db: Database,
  now: Instant,
  { calm, flooding }: ArrivalCounts,
): Promise<Recent> {
  const instant = db.engine.instant(now);
  const slot = sql<number>`(cast(${instant} as bigint) / ${sql.lit(BUCKET_MS)})`;
  const add = db
    .insertInto('arrivals')
    .values({ slot, calm, flooding })
    .onConflict((conflict) =>
      conflict.column('slot').doUpdateSet({
        calm: sql<number>`arrivals.calm + ${calm}`,
        flooding: sql<number>`arrivals.flooding + ${flooding}`,
      }),
    );
  const read = db
    .selectFrom('arrivals')
    .select(['slot', sql<number>`calm + flooding`.as('count'), instant.as('now')])
    .where('slot', '>=', sql<number>`${slot} - ${sql.lit(WINDOW_MS / BUCKET_MS)}`);
  const [, result] = await db.atomically([add.compile(), read.compile()]);
  const rows = (result?.rows ?? []) as { slot: number; count: number; now: Instant }[];
  return {
    now: Number(rows[0]?.now ?? now),
    buckets: rows.map(({ slot, count }) => ({ bucket: slot, count })),
  };
}

/**
 * How many leads come without a fresh proof in an ordinary minute, and forgets what is older than a day.
 * @param now the server's own clock
 */
export async function usualArrivals(db: Database, now: Instant): Promise<number> {
  const slot = sql<number>`(cast(${db.engine.instant(now)} as bigint) / ${sql.lit(BUCKET_MS)})`;
  await db
    .deleteFrom('arrivals')
    .where('slot', '<', sql<number>`${slot} - ${sql.lit(USUAL_OVER_MS / BUCKET_MS)}`)
    .execute();
  const { calm } = await db
    .selectFrom('arrivals')
    .select(sql<number>`coalesce(sum(calm), 0)`.as('calm'))
    .where('slot', '<', sql<number>`${slot} - ${sql.lit(WINDOW_MS / BUCKET_MS)}`)
    .executeTakeFirstOrThrow();
  return (Number(calm) * WINDOW_MS) / USUAL_OVER_MS;
}
