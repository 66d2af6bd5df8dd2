import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

/**
 * When the next row can be claimed: it is due and nobody holds it any more.
 * @returns milliseconds since the epoch, in the past when one can be claimed now; undefined when none waits
 */
export async function nextDue(db: Kysely<Schema>): Promise<number | undefined> {
  const row = await db
    .selectFrom('outbox')
    .select((e) =>
      e
        .case()
        .when('lease_until', '>', e.ref('due_at'))
        .then(e.ref('lease_until'))
        .else(e.ref('due_at'))
        .end()
        .as('at'),
    )
    .where('state', '=', 'waiting')
    .where('held_because', 'is', null)
    .orderBy('at')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? undefined : Number(row.at);
}
