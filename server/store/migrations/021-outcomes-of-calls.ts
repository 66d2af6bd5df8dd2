import { type Kysely, sql } from 'kysely';

/**
 * What the owner said became of a call; null: no word. Of calls before this version, « Pas joint » after their hour is
 * such a word. The index holds the calls that nothing was said of.
 */
export async function addOutcomes(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column outcome text check (outcome in ('held', 'not-reached'))`.execute(
    db,
  );
  await sql`update bookings set outcome = 'not-reached' where state = 'booked' and exists
    (select 1 from lead_events e where e.lead_id = bookings.lead_id and e.kind = 'not-reached' and e.at >= bookings.start_at)`.execute(
    db,
  );
  await sql`create index bookings_unsaid on bookings (start_at) where state = 'booked' and outcome is null`.execute(
    db,
  );
}
