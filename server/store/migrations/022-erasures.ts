import { type Kysely, sql } from 'kysely';

/**
 * Who was erased, as keyed hashes; what of them is still to be deleted at the provider, to be searched for there, and to
 * be removed from the folder of mails. Of records whose lead was erased by an earlier version nothing is owed: their
 * operator was asked to delete them.
 */
export async function createErasures(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`create table erasures (key text primary key not null, before_at bigint not null, erased_at bigint not null)`,
    sql`create index erasures_erased on erasures (erased_at)`,
    sql`alter table erased_records add column state text check (state in ('owed', 'deleted', 'gone'))`,
    sql`alter table erased_records add column erased_at bigint`,
    sql`alter table erased_records add column ended_at bigint`,
    sql`alter table erased_records add column due_at bigint`,
    sql`alter table erased_records add column attempts integer not null default 0`,
    sql`alter table erased_records add column refused_at bigint`,
    sql`alter table erased_records add column last_error text`,
    sql`create index erased_records_owed on erased_records (due_at, remote_id) where state = 'owed'`,
    sql`create index erased_records_erased on erased_records (erased_at) where erased_at is not null`,
    sql`create table erased_searches (
      lead_id text primary key not null,
      email text not null,
      user_id text not null,
      url text not null,
      erased_at bigint not null,
      due_at bigint not null,
      attempts integer not null default 0,
      refused_at bigint,
      last_error text
    )`,
    sql`create index erased_searches_due on erased_searches (due_at, lead_id)`,
    sql`create table erased_mails (id text primary key not null, erased_at bigint not null)`,
    sql`create index erased_mails_erased on erased_mails (erased_at)`,
  ];
  for (const statement of statements) await statement.execute(db);
}
