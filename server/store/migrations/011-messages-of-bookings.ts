import { type Kysely, sql } from 'kysely';

/**
 * A message about a call goes with its booking, as a booking need not have a lead with which it would go. Which booking
 * a message is about stood in its detail alone, as its first value: the uuid from the 13th character on.
 */
export async function tieMessagesToBookings(db: Kysely<unknown>): Promise<void> {
  await sql`alter table messages add column booking_id text references bookings (id) on delete cascade`.execute(
    db,
  );
  const calls = sql`kind in ('visitor-call', 'owner-call', 'visitor-call-reminder', 'owner-call-reminder')`;
  await sql`update messages set booking_id = (select id from bookings where id = substr(messages.detail, 13, 36)) where ${calls}`.execute(
    db,
  );
  await sql`delete from messages where booking_id is null and ${calls}`.execute(db);
  await sql`create index messages_booking on messages (booking_id) where booking_id is not null`.execute(db);
}
