import type { Insertable, Kysely, Selectable } from 'kysely';
import type { Schema } from '../schema.ts';

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

/** The rows of a table in the order of its key, so many at a time. */
export async function* batchesOf<T extends keyof Schema>(
  source: Kysely<Schema>,
  table: T,
  key: keyof Selectable<Schema[T]>,
  size: number,
): AsyncGenerator<Selectable<Schema[T]>[]> {
  for (let last: unknown = ''; ; ) {
    const by = source.dynamic.ref<never>(String(key));
    const query = source.selectFrom(table as keyof Schema).selectAll();
    const rows = await query
      .where(by, '>', last as never)
      .orderBy(by)
      .limit(size)
      .execute();
    if (rows.length === 0) return;
    yield rows as unknown as Selectable<Schema[T]>[];
    last = (rows.at(-1) as unknown as Selectable<Schema[T]>)[key];
  }
}

/** The row without its lease: what a server has in hand waits again in the target. */
export function unleased<R extends { lease_owner: string | null; lease_until: number | null }>(row: R): R {
  return { ...row, lease_owner: null, lease_until: null };
}
