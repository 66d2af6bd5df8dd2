import type { Kysely } from 'kysely';

/** Who asked for an audit that is not finished yet, as a keyed hash: nobody may fill the queue alone. */
export async function addAuditAskers(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('audits').addColumn('asker', 'text').execute();
}
