import type { Kysely } from 'kysely';
import { addMissing } from '../store/add-missing.ts';
import { OFFSITE_NOTES } from '../store/offsite.ts';
import type { Schema } from '../store/schema.ts';
import { batchesOf } from './rows.ts';

const BATCH = 500;

/**
 * Copies what a database knows beside its leads: who was erased and what that leaves to do, when it was last put
 * back from a backup, the counted visits, the hours that the owner has blocked, the words that leave her free, when a copy off the machine was last made, and
 * the secrets, without which a second click on the day of the move would be a second lead. What the
 * target has already, it keeps.
 */
export async function copyKnowledge(source: Kysely<Schema>, target: Kysely<Schema>): Promise<void> {
  await addMissing(target, 'secrets', await source.selectFrom('secrets').selectAll().execute());
  await addMissing(target, 'restores', await source.selectFrom('restores').selectAll().execute());
  await addMissing(target, 'blocked_hours', await source.selectFrom('blocked_hours').selectAll().execute());
  await addMissing(target, 'free_days', await source.selectFrom('free_days').selectAll().execute());
  const offsite = source.selectFrom('conditions').selectAll().where('name', 'in', OFFSITE_NOTES);
  await addMissing(target, 'conditions', await offsite.execute());
  const days = await source.selectFrom('visit_counts').select('day').distinct().orderBy('day').execute();
  for (const { day } of days) {
    const counts = source.selectFrom('visit_counts').selectAll().where('day', '=', day);
    await addMissing(target, 'visit_counts', await counts.execute());
  }
  for await (const rows of batchesOf(source, 'erasures', 'key', BATCH))
    await addMissing(target, 'erasures', rows);
  for await (const rows of batchesOf(source, 'erased_records', 'remote_id', BATCH))
    await addMissing(target, 'erased_records', rows);
  for await (const rows of batchesOf(source, 'erased_searches', 'id', BATCH))
    await addMissing(target, 'erased_searches', rows);
  for await (const rows of batchesOf(source, 'undecided_records', 'remote_id', BATCH))
    await addMissing(target, 'undecided_records', rows);
  for await (const rows of batchesOf(source, 'erased_mails', 'id', BATCH))
    await addMissing(target, 'erased_mails', rows);
}
