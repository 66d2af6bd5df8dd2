import type { Kysely } from 'kysely';

/** Leads that wait for the operator's release; the pace and the secrets that all servers share. */
export async function createHeldAndShared(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('held_because', 'text').execute();
  await db.schema
    .createTable('pace')
    .addColumn('destination', 'text', (c) => c.primaryKey().notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}
