import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

/** Few enough for the parameters of one statement on either engine. */
const AT_ONCE = 500;

/** Which of these records belong to a lead already, or belonged to one that was erased since. */
export async function takenRecords(
  db: Kysely<Schema>,
  recordIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const taken = new Set<string>();
  for (let from = 0; from < recordIds.length; from += AT_ONCE) {
    const some = recordIds.slice(from, from + AT_ONCE);
    const rows = await db
      .selectFrom('outbox')
      .select('remote_id')
      .where('remote_id', 'in', some)
      .union(db.selectFrom('erased_records').select('remote_id').where('remote_id', 'in', some))
      .execute();
    for (const { remote_id } of rows) if (remote_id !== null) taken.add(remote_id);
  }
  return taken;
}
