import { type Kysely, sql } from 'kysely';

/**
 * What was found when a delivered record was read again, and how far the nightly reading has come. Of records delivered
 * before this version the table that holds them is not known until they are found in it.
 */
export async function addReadBack(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table outbox add column record_place text`,
    sql`alter table outbox add column record_state text check (record_state in ('present', 'changed', 'gone', 'left'))`,
    sql`alter table outbox add column record_read_at bigint`,
    sql`create index outbox_gone on outbox (delivered_at, lead_id) where record_state = 'gone'`,
    sql`create table read_back (
      id integer primary key not null check (id = 1),
      night text not null,
      began_at bigint not null,
      part text not null check (part in ('recent', 'gone', 'older')),
      cursor_at bigint not null,
      cursor_id text not null,
      older_at bigint not null,
      older_id text not null,
      sampled integer not null,
      present integer not null,
      changed integer not null,
      gone integer not null,
      elsewhere integer not null,
      ended_at bigint,
      done_at bigint,
      problem text,
      retry_at bigint,
      lease_owner text,
      lease_until bigint
    )`,
  ];
  for (const statement of statements) await statement.execute(db);
}
