import { type Kysely, sql } from 'kysely';

/** Calls that were booked, the time they cover, and how each came to be as it is. */
export async function createBookings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('token', 'text', (c) => c.notNull().unique())
    .addColumn('uid', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('phone', 'text', (c) => c.notNull())
    .addColumn('time_zone', 'text')
    .addColumn('asked_start_at', 'bigint', (c) => c.notNull())
    .addColumn('start_at', 'bigint', (c) => c.notNull())
    .addColumn('end_at', 'bigint', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull().check(sql`state in ('booked', 'cancelled')`))
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('bookings_start').on('bookings').columns(['start_at']).execute();
  await sql`create index bookings_lead on bookings (lead_id) where lead_id is not null`.execute(db);

  await db.schema
    .createTable('booking_cells')
    .addColumn('cell', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .execute();
  await db.schema.createIndex('booking_cells_booking').on('booking_cells').columns(['booking_id']).execute();

  await db.schema
    .createTable('booking_changes')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull().check(sql`kind in ('booked', 'moved', 'cancelled')`))
    .addColumn('start_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_changes_key', ['booking_id', 'sequence'])
    .execute();
}
