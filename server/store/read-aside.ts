import type { Compilable } from 'kysely';
import type { Database } from './database.ts';

/**
 * Carries out a question that reads more than a few rows: on an embedded database on the writing thread, which writes
 * for others before and after, so that no page waits for the answer.
 */
export async function readAside<Row>(db: Database, question: Compilable<Row>): Promise<readonly Row[]> {
  const compiled = question.compile();
  if (db.engine.shared) return (await db.executeQuery(compiled)).rows;
  const [result] = await db.atomically([compiled]);
  return (result?.rows ?? []) as readonly Row[];
}
