import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** What was seen of a site is stored once, however many audits show it; and what bounds the mails is counted. */
export async function shareVisitsAndLimitMails(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  await shareVisits(db, isPostgres);
  await limitMails(db);
}

/** Facts and pictures leave the audits for a table of their own, from which they go with the last audit of theirs. */
async function shareVisits(db: Kysely<unknown>, isPostgres: boolean): Promise<void> {
  const bytes = isPostgres ? sql`bytea` : sql`blob`;
  const statements = [
    sql`create table audit_visits (id text primary key not null, facts text, facts_version integer)`,
    sql`insert into audit_visits (id, facts, facts_version) select token, facts, facts_version from audits
      where facts is not null or token in (select token from audit_pictures)`,
    sql`alter table audits add column visit_id text references audit_visits (id)`,
    sql`update audits set visit_id = token where token in (select id from audit_visits)`,
    sql`create table seen_pictures (
      visit_id text not null references audit_visits (id) on delete cascade,
      name text not null,
      type text not null check (type in ('image/webp', 'image/jpeg')),
      width integer not null,
      height integer not null,
      at_ms integer,
      bytes ${bytes} not null,
      expires_at bigint not null,
      primary key (visit_id, name)
    )`,
    sql`insert into seen_pictures (visit_id, name, type, width, height, at_ms, bytes, expires_at)
      select token, name, type, width, height, at_ms, bytes, expires_at from audit_pictures`,
    sql`drop table audit_pictures`,
    sql`alter table seen_pictures rename to audit_pictures`,
    sql`create index audit_pictures_expiry on audit_pictures (expires_at)`,
    sql`alter table audits drop column facts`,
    sql`alter table audits drop column facts_version`,
    sql`create index audits_visit on audits (visit_id) where visit_id is not null`,
    sql`drop index audits_host`,
    // Refused visits too: they are remembered for an hour.
    sql`create index audits_host on audits (host, measured_at) where measured_at is not null`,
    ...(isPostgres ? POSTGRES_TRIGGER : [SQLITE_TRIGGER]),
  ];
  for (const statement of statements) await statement.execute(db);
}

const UNUSED = 'select 1 from audits where visit_id = old.visit_id';

/** Fires for rows that go with their lead, too. */
const SQLITE_TRIGGER = sql`create trigger audits_gone after delete on audits when old.visit_id is not null
  begin
    delete from audit_visits where id = old.visit_id and not exists (${sql.raw(UNUSED)});
  end`;

/** The lock lets the second of two deletions see the first. */
const POSTGRES_TRIGGER = [
  sql`create function forget_unused_visit() returns trigger language plpgsql as $$
    begin
      perform 1 from audit_visits where id = old.visit_id for update;
      delete from audit_visits where id = old.visit_id and not exists (${sql.raw(UNUSED)});
      return null;
    end $$`,
  sql`create trigger audits_gone after delete on audits for each row when (old.visit_id is not null)
    execute function forget_unused_visit()`,
];

async function limitMails(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table outbox add column client_key text`,
    sql`alter table messages add column client_key text`,
    sql`alter table messages add column bundle_id text`,
    // Limits count by when a mail is to leave, which a mail that waits for room has been told.
    sql`drop index messages_addressed`,
    sql`create index messages_addressed on messages (address_key, due_at) where address_key is not null and state <> 'dropped'`,
    sql`drop index messages_visitors`,
    sql`create index messages_limited on messages (due_at, client_key) where address_key is not null and state <> 'dropped'`,
    sql`create index messages_of_clients on messages (due_at) where client_key is not null`,
    sql`create index messages_owner_sent on messages (sent_at) where recipient = 'owner' and sent_at is not null`,
    sql`create index messages_bundled on messages (bundle_id) where bundle_id is not null`,
    sql`create index messages_bundles on messages (released, created_at) where kind = 'owner-bundle' and state = 'waiting'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
