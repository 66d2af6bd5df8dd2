import { type Kysely, sql } from 'kysely';

/**
 * Whether a call is a lead's by name and e-mail alone. Of those that stand nobody has noted it: they are taken as such,
 * so that no page of theirs hands out a reference that its visitor may never have had. At a provider there is only the
 * reference.
 */
export async function markFoundByName(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column by_name integer not null default 0 check (by_name in (0, 1))`.execute(
    db,
  );
  await sql`update bookings set by_name = 1 where lead_id is not null and provider is null`.execute(db);
}
