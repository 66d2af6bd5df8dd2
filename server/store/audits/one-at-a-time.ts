import { type CompiledQuery, type QueryResult, sql } from 'kysely';
import type { Database } from '../database.ts';

/**
 * Carries the statements out while no other server asks for an audit or claims one, so that what the first of them
 * counts is still so when it writes. A statement on PostgreSQL does not see what others have not committed yet; an
 * embedded database writes one thing after the other anyway.
 * @returns the results of the statements, in their order
 */
export async function oneAtATime(
  db: Database,
  statements: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  if (!db.engine.shared) return db.atomically(statements);
  // Held until the transaction ends (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
  const lock = sql`select pg_advisory_xact_lock(hashtext('audits'))`.compile(db);
  const [, ...results] = await db.atomically([lock, ...statements]);
  return results;
}
