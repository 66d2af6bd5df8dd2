import { PostgresDialect, sql } from 'kysely';
import { Database, inTransaction } from '#server/store/database.ts';
import { postgresEngine } from '#server/store/postgres/open.ts';
import { openPool } from '#server/store/postgres/pool.ts';

/**
 * The real engine but for its clock, which is the test's (what it says is now, is now), and for the time within which a
 * visitor has an answer: no visitor waits.
 */
export function openGiven(url: string): Database {
  const pool = openPool(url, { connect: 10_000, query: 10_000 }, () => {});
  const instant = (ownMs: number) => sql<number>`${ownMs}::bigint`;
  return new Database(new PostgresDialect({ pool }), {
    ...postgresEngine,
    instant,
    atomically: inTransaction,
  });
}
