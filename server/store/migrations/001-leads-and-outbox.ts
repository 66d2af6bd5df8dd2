import { type Kysely, sql } from 'kysely';

/** Leads, what remains to be done with each of them, and the row that readiness writes. */
export async function createLeadsAndOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leads')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status = 'Cold'`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('outbox')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().notNull().references('leads.id').onDelete('cascade'))
    .addColumn('destination', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'delivered')`),
    )
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('strategy', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unknown_outcome', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`unknown_outcome in (0, 1)`),
    )
    .addColumn('rejections', 'text')
    .addColumn('refused_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('delivered_at', 'bigint')
    .addColumn('remote_id', 'text')
    .execute();
  await db.schema
    .createTable('probe')
    .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'due_at']).execute();
}
