import { type Kysely, sql } from 'kysely';

/**
 * What the owner has cancelled as abuse, limits over more than a minute, and names of calls that are looked up by the
 * name before. And what webhooks at the same moment have damaged is mended: one could write the `sequence` that it had
 * read over a newer one, whereupon every later change found its number taken and was refused, so that a call that was
 * cancelled at its provider stayed here.
 */
export async function mendCalls(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column abuse integer not null default 0 check (abuse in (0, 1))`.execute(
    db,
  );
  await sql`alter table client_places add column window_ms bigint not null default 60000`.execute(db);
  await sql`create index provider_calls_previous on provider_calls (provider, previous) where previous is not null`.execute(
    db,
  );
  await sql`update bookings set sequence = (select max(c.sequence) from booking_changes c where c.booking_id = bookings.id)
    where sequence < (select max(c.sequence) from booking_changes c where c.booking_id = bookings.id)`.execute(
    db,
  );
}
