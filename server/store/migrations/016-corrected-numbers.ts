import { type Kysely, sql } from 'kysely';

/**
 * The number of a booked call can be corrected: a kind of change of its own, and the number that was typed first, by
 * which a repeated request is recognised. A check cannot be widened in place on SQLite: the table is made anew, the same
 * way on both engines.
 */
export async function allowCorrections(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('bookings').addColumn('asked_phone', 'text').execute();
  await db.schema
    .createTable('booking_changes_anew')
    .addColumn('booking_id', 'text', (c) => c.notNull().references('bookings.id').onDelete('cascade'))
    .addColumn('sequence', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) =>
      c.notNull().check(sql`kind in ('booked', 'moved', 'corrected', 'cancelled')`),
    )
    .addColumn('start_at', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('booking_changes_anew_key', ['booking_id', 'sequence'])
    .execute();
  const columns = sql.raw('booking_id, sequence, kind, start_at, at');
  const statements = [
    sql`insert into booking_changes_anew (${columns}) select ${columns} from booking_changes`,
    sql`drop table booking_changes`,
    sql`alter table booking_changes_anew rename to booking_changes`,
  ];
  for (const statement of statements) await statement.execute(db);
}
