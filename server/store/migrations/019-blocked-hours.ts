import { type Kysely, sql } from 'kysely';

/** Hours in which the owner lets nobody book a call, beside what the owner's calendar says. */
export async function blockHours(db: Kysely<unknown>): Promise<void> {
  await sql`create table blocked_hours (start_at bigint primary key not null, end_at bigint not null)`.execute(
    db,
  );
}
