import { type Kysely, sql } from 'kysely';

/** Visits are counted, and each lead keeps from which page and source it came; of those before nothing is known. */
export async function countVisits(db: Kysely<unknown>): Promise<void> {
  await sql`create table visit_counts (
    day text not null,
    page text not null,
    source text not null,
    medium text not null,
    campaign text not null,
    step text not null check (step in ('visit', 'form')),
    count bigint not null,
    primary key (day, page, source, medium, campaign, step)
  )`.execute(db);
  for (const column of ['page', 'source', 'medium', 'campaign'])
    await sql`alter table leads add column ${sql.raw(column)} text`.execute(db);
  // Holds all that is counted of leads, so that a period is read without the leads themselves.
  await sql`create index leads_by_origin on leads (created_at, page, source, medium, campaign)`.execute(db);
}
