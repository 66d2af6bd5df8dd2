import type { Kysely, Selectable } from 'kysely';
import type { Schema } from '../store/schema.ts';

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
