import { type Kysely, sql } from 'kysely';

/** The outbox has one destination: the column that named it was read by nothing. */
export async function dropDestination(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox drop column destination`.execute(db);
}
