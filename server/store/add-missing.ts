import type { Insertable, Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/** SQLite takes at most 32,766 parameters in a statement, and a message has 18. */
const MOST_ROWS = 1_500;

/** Adds the rows whose key is not there yet; what stands there is not overwritten. */
export async function addMissing<T extends keyof Schema>(
  target: Kysely<Schema>,
  table: T,
  rows: readonly Insertable<Schema[T]>[],
): Promise<void> {
  for (let first = 0; first < rows.length; first += MOST_ROWS)
    await target
      .insertInto(table as keyof Schema)
      .values(rows.slice(first, first + MOST_ROWS) as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}
