import { type Kysely, sql } from 'kysely';

/**
 * An answer kept the promise of an audit until now, and a report that was mailed is known by its mail alone: both become
 * the event that keeps it from now on.
 *
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
  await sql`insert into lead_events (id, lead_id, at, kind, "by", detail)
    select 'audit-sent ' || lead_id, lead_id, min(at), 'audit-sent', 'system', '{"withAnswer":true}'
    from lead_events where kind = 'answered' group by lead_id`.execute(db);
  await sql`insert into lead_events (id, lead_id, at, kind, "by")
    select 'audit-sent by ' || id, lead_id, sent_at, 'audit-sent', 'system'
    from messages where kind = 'visitor-audit' and state = 'sent' and sent_at is not null and lead_id is not null`.execute(
    db,
  );
  await sql`create index bookings_unsaid on bookings (start_at) where state = 'booked' and outcome is null`.execute(
    db,
  );
}
