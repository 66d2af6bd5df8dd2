import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

const BATCH = 500;

/**
 * Copies what a database knows beside its leads: which records were those of erased leads, when it was last put back
 * from a backup, and the secrets, without which a second click on the day of the move would be a second lead. What the
 * target has already, it keeps.
 */
export async function copyKnowledge(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  const secrets = await source.selectFrom('secrets').selectAll().execute();
  if (secrets.length > 0)
    await target
      .insertInto('secrets')
      .values(secrets)
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
  const restores = await source.selectFrom('restores').selectAll().execute();
  if (restores.length > 0)
    await target
      .insertInto('restores')
      .values(restores)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  for (let last = ''; ; ) {
    const erased = await source
      .selectFrom('erased_records')
      .select('remote_id')
      .where('remote_id', '>', last)
      .orderBy('remote_id')
      .limit(BATCH)
      .execute();
    if (erased.length === 0) return;
    await target
      .insertInto('erased_records')
      .values(erased)
      .onConflict((conflict) => conflict.column('remote_id').doNothing())
      .execute();
    last = erased.at(-1)?.remote_id ?? last;
  }
}
