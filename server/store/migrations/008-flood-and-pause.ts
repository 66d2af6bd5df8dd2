import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * What all servers on one database have to know of each other: since when delivery is paused or a flood lasts, how
 * many leads came without a fresh proof of work, and how many each visitor's address has sent within a minute. The
 * last is lost with a crash and may be: on PostgreSQL it is not logged, so that no lead waits for a second write.
 */
export async function createFloodAndPause(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('conditions')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('arrivals')
    .addColumn('slot', 'bigint', (c) => c.primaryKey().notNull())
    .addColumn('calm', 'integer', (c) => c.notNull())
    .addColumn('flooding', 'integer', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('client_places')
    .addColumn('client', 'text', (c) => c.primaryKey().notNull())
    .addColumn('places', 'text', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .execute();
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    await sql`alter table client_places set unlogged`.execute(db);
}
