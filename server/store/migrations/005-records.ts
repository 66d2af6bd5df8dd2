import { type Kysely, sql } from 'kysely';

/** What it takes to tell whose a record is: records by their id, and the ids of those whose leads were erased. */
export async function createRecordOwnership(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('outbox_remote_id')
    .on('outbox')
    .column('remote_id')
    .where(sql.ref('remote_id'), 'is not', null)
    .execute();
  await db.schema
    .createTable('erased_records')
    .addColumn('remote_id', 'text', (c) => c.primaryKey().notNull())
    .execute();
  await db.schema
    .createTable('restores')
    .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('restored_at', 'bigint', (c) => c.notNull())
    .execute();
}
