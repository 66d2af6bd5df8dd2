import { type Kysely, sql } from 'kysely';

/** Words of whole-day entries of the owner's calendar that leave her free: birthdays, for example. */
export async function keepFreeDays(db: Kysely<unknown>): Promise<void> {
  await sql`create table free_days (words text primary key not null)`.execute(db);
}
