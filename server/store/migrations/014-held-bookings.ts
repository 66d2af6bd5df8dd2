import { type Kysely, sql } from 'kysely';
import { mailboxKey } from '../../system/mailbox.ts';

/** Whether a booking waits for the owner's word, and the mailbox that it was booked with. */
export async function holdBookings(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column held text check (held in ('waiting', 'released'))`.execute(db);
  await sql`alter table bookings add column mailbox text not null default ''`.execute(db);
  const { rows } = await sql<{ id: string; email: string }>`select id, email from bookings`.execute(db);
  for (const { id, email } of rows)
    await sql`update bookings set mailbox = ${mailboxKey(email)} where id = ${id}`.execute(db);
  await sql`create index bookings_mailbox on bookings (mailbox, start_at)`.execute(db);
  await sql`create index bookings_at_once on bookings (created_at) where held is null`.execute(db);
  await sql`create index bookings_held on bookings (start_at, created_at) where held = 'waiting' and state = 'booked'`.execute(
    db,
  );
}
