import { type CompiledQuery, type QueryResult, type RawBuilder, sql } from 'kysely';
import type { Database } from './database.ts';

/**
 * Runs the statements in one transaction. On PostgreSQL it holds advisory locks: two servers that ask for the same lock
 * run one after the other, so neither decides by rows that the other is about to change and has not committed. The
 * embedded database needs no lock, since it runs one write transaction at a time.
 * @param locks a query of one column, the names that are locked
 * @returns the results of the statements, in their order
 */
export async function oneAtATime(
  db: Database,
  locks: RawBuilder<unknown>,
  statements: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  if (!db.engine.shared) return db.atomically(statements);
  // Held until the transaction ends (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS);
  // in the order of their keys, so that no two servers wait for each other.
  const take = sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended(name, 0) as key from (${locks}) as names (name) order by key
  ) as keys`.compile(db);
  const [, ...results] = await db.atomically([take, ...statements]);
  return results;
}
