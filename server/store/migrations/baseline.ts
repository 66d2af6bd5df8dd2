import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';

/**
 * All tables of a new database, on either engine (what their columns mean: tables/). Instants are milliseconds since the
 * epoch. Released, it is not edited any more: a migration follows it.
 *
 * The queries of a running server use partial indexes that hold only rows with work left to do, so that a million
 * delivered leads do not slow them down. A query repeats the condition of its partial index word for word, since SQLite
 * uses the index for no other (https://www.sqlite.org/partialindex.html).
 */
export async function createTables(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const statements = [
    ...LEADS,
    ...BOOKINGS,
    ...audits(isPostgres ? sql`bytea` : sql`blob`),
    ...MESSAGES,
    ...AT_THE_PROVIDER,
    ...SHARED,
    ...(isPostgres ? POSTGRES_ONLY : [SQLITE_TRIGGER]),
  ];
  for (const statement of statements) await statement.execute(db);
}

/** Leads, what remains to be delivered of them, and what happened to them. */
const LEADS: readonly RawBuilder<unknown>[] = [
  sql`create table leads (
    id text not null primary key,
    name text not null,
    email text not null,
    first_email text,
    user_id text not null,
    url text not null,
    status text not null check (status = 'Cold'),
    created_at bigint not null,
    page text,
    source text,
    medium text,
    campaign text
  )`,
  sql`create index leads_by_created on leads (created_at, id)`,
  sql`create index leads_by_email on leads (lower(email))`,
  // Holds all that is counted of leads, so that a period is read without the leads themselves.
  sql`create index leads_by_origin on leads (created_at, page, source, medium, campaign)`,
  sql`create table outbox (
    lead_id text not null primary key references leads (id) on delete cascade,
    state text default 'waiting' not null check (state in ('waiting', 'delivered')),
    held_because text,
    released integer not null default 0 check (released in (0, 1)),
    tell_since bigint,
    client_key text,
    due_at bigint not null,
    attempts integer default 0 not null,
    lease_owner text,
    lease_until bigint,
    strategy integer default 0 not null,
    sent text,
    sent_email text,
    unknown_outcome integer default 0 not null check (unknown_outcome in (0, 1)),
    rejections text,
    refused_at bigint,
    last_error text,
    delivered_at bigint,
    remote_id text,
    record_place text,
    record_state text check (record_state in ('present', 'changed', 'gone', 'left')),
    record_read_at bigint
  )`,
  sql`create index outbox_sendable on outbox (released, due_at, lead_id) where state = 'waiting' and held_because is null`,
  sql`create index outbox_refused on outbox (refused_at, lead_id) where state = 'waiting' and held_because is null and refused_at is not null`,
  sql`create index outbox_held on outbox (due_at, lead_id) where state = 'waiting' and held_because is not null`,
  sql`create index outbox_leased on outbox (lease_until) where lease_owner is not null`,
  sql`create index outbox_leased_by on outbox (lease_owner) where lease_owner is not null`,
  sql`create index outbox_delivered on outbox (delivered_at) where delivered_at is not null`,
  sql`create index outbox_remote_id on outbox (remote_id) where remote_id is not null`,
  // Those that were never held come first, as with the delivery.
  sql`create index outbox_to_tell on outbox (released, tell_since) where tell_since is not null and held_because is null`,
  sql`create index outbox_gone on outbox (delivered_at, lead_id) where record_state = 'gone'`,
  sql`create index outbox_sent_email on outbox (sent_email) where unknown_outcome = 1 and sent_email is not null`,
  sql`create table lead_events (
    id text not null primary key,
    lead_id text not null references leads (id) on delete cascade,
    at bigint not null,
    kind text not null,
    "by" text not null check ("by" in ('visitor', 'owner', 'provider', 'system')),
    detail text
  )`,
  sql`create index lead_events_lead on lead_events (lead_id, at)`,
  sql`create index lead_events_kind on lead_events (kind, at)`,
  sql`create table visit_counts (
    day text not null,
    page text not null,
    source text not null,
    medium text not null,
    campaign text not null,
    step text not null check (step in ('visit', 'form')),
    count bigint not null,
    primary key (day, page, source, medium, campaign, step)
  )`,
];

/** Calls, the time that they cover, how each came to be as it is, and what scheduling providers tell of theirs. */
const BOOKINGS: readonly RawBuilder<unknown>[] = [
  sql`create table bookings (
    id text not null primary key,
    token text not null unique,
    uid text not null,
    lead_id text references leads (id) on delete cascade,
    by_name integer not null default 0 check (by_name in (0, 1)),
    name text not null,
    email text not null,
    mailbox text not null default '',
    phone text not null,
    asked_phone text,
    time_zone text,
    asked_start_at bigint not null,
    start_at bigint not null,
    end_at bigint not null,
    state text not null check (state in ('booked', 'cancelled')),
    held text check (held in ('waiting', 'released')),
    outcome text check (outcome in ('held', 'not-reached')),
    abuse integer not null default 0 check (abuse in (0, 1)),
    provider text check (provider in ('calendly', 'cal')),
    sequence integer not null,
    created_at bigint not null,
    changed_at bigint not null
  )`,
  sql`create index bookings_start on bookings (start_at)`,
  sql`create index bookings_lead on bookings (lead_id) where lead_id is not null`,
  sql`create index bookings_mailbox on bookings (mailbox, start_at)`,
  sql`create index bookings_at_once on bookings (created_at) where held is null`,
  sql`create index bookings_held on bookings (start_at, created_at) where held = 'waiting' and state = 'booked'`,
  sql`create index bookings_unsaid on bookings (start_at) where state = 'booked' and outcome is null`,
  sql`create table booking_cells (
    cell integer not null primary key,
    booking_id text not null references bookings (id) on delete cascade
  )`,
  sql`create index booking_cells_booking on booking_cells (booking_id)`,
  sql`create table booking_changes (
    booking_id text not null references bookings (id) on delete cascade,
    sequence integer not null,
    kind text not null check (kind in ('booked', 'moved', 'corrected', 'cancelled')),
    start_at bigint not null,
    at bigint not null,
    primary key (booking_id, sequence)
  )`,
  sql`create table blocked_hours (start_at bigint primary key not null, end_at bigint not null)`,
  sql`create table free_days (words text primary key not null)`,
  // A call gets another name at its provider with each move.
  sql`create table provider_calls (
    provider text not null check (provider in ('calendly', 'cal')),
    uid text not null,
    previous text,
    booking_id text references bookings (id) on delete cascade,
    lead_id text references leads (id) on delete set null,
    start_at bigint,
    end_at bigint,
    state text not null check (state in ('booked', 'moved', 'cancelled')),
    no_show integer not null check (no_show in (0, 1)),
    primary key (provider, uid)
  )`,
  sql`create index provider_calls_booking on provider_calls (booking_id)`,
  sql`create index provider_calls_lead on provider_calls (lead_id) where lead_id is not null`,
  sql`create index provider_calls_previous on provider_calls (provider, previous) where previous is not null`,
  // Every webhook that was taken, by a hash of its body, so that one that is sent again is recognised.
  sql`create table provider_hooks (
    hash text primary key,
    provider text not null check (provider in ('calendly', 'cal')),
    event text not null,
    received_at bigint not null
  )`,
];

/** Express audits, and what was seen of a site: stored once, however many audits show it. */
const audits = (bytes: RawBuilder<unknown>): readonly RawBuilder<unknown>[] => [
  sql`create table audit_visits (id text primary key not null, facts text, facts_version integer)`,
  sql`create table audits (
    token text not null primary key,
    url text not null,
    scheme_typed integer not null check (scheme_typed in (0, 1)),
    host text not null,
    lead_id text references leads (id) on delete cascade,
    asker text,
    state text default 'waiting' not null check (state in ('waiting', 'running', 'done', 'refused')),
    step text,
    proved integer not null check (proved in (0, 1)),
    attempts integer default 0 not null,
    lease_owner text,
    lease_until bigint,
    refusal text,
    visit_id text references audit_visits (id),
    created_at bigint not null,
    started_at bigint,
    ended_at bigint,
    measured_at bigint,
    expires_at bigint not null
  )`,
  sql`create index audits_queue on audits (proved desc, created_at, token) where state in ('waiting', 'running')`,
  sql`create index audits_leased on audits (lease_owner) where lease_owner is not null`,
  sql`create index audits_ended on audits (ended_at) where state = 'done'`,
  // Refused visits too: they are remembered for an hour.
  sql`create index audits_host on audits (host, measured_at) where measured_at is not null`,
  sql`create index audits_lead on audits (lead_id) where lead_id is not null`,
  sql`create index audits_expiry on audits (expires_at) where lead_id is null`,
  sql`create index audits_visit on audits (visit_id) where visit_id is not null`,
  sql`create table audit_pictures (
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
  sql`create index audit_pictures_expiry on audit_pictures (expires_at)`,
];

/** What is to be told to whom, by mail, by webhook or at the provider, and the alarms. */
const MESSAGES: readonly RawBuilder<unknown>[] = [
  sql`create table messages (
    id text not null primary key,
    kind text not null,
    channel text not null check (channel in ('mail', 'webhook', 'provider')),
    recipient text not null check (recipient in ('owner', 'visitor', 'webhook', 'provider')),
    lead_id text references leads (id) on delete cascade,
    booking_id text references bookings (id) on delete cascade,
    detail text,
    address_key text,
    client_key text,
    bundle_id text,
    state text default 'waiting' not null check (state in ('waiting', 'sent', 'failed', 'dropped')),
    released integer not null default 0 check (released in (0, 1)),
    created_at bigint not null,
    due_at bigint not null,
    attempts integer default 0 not null,
    lease_owner text,
    lease_until bigint,
    unknown_outcome integer default 0 not null check (unknown_outcome in (0, 1)),
    last_error text,
    sent_at bigint,
    receipt text
  )`,
  sql`create index messages_due on messages (channel, released, due_at) where state = 'waiting'`,
  sql`create index messages_leased on messages (channel, lease_until) where lease_owner is not null`,
  sql`create index messages_stuck on messages (channel, created_at) where state = 'waiting' and last_error is not null`,
  sql`create index messages_lead on messages (lead_id) where lead_id is not null`,
  sql`create index messages_booking on messages (booking_id) where booking_id is not null`,
  // Limits count by when a mail is to leave, which a mail that waits for room has been told.
  sql`create index messages_addressed on messages (address_key, due_at) where address_key is not null and state <> 'dropped'`,
  sql`create index messages_limited on messages (due_at, client_key) where address_key is not null and state <> 'dropped'`,
  sql`create index messages_of_clients on messages (due_at) where client_key is not null`,
  sql`create index messages_owner_sent on messages (sent_at) where recipient = 'owner' and sent_at is not null`,
  sql`create index messages_bundled on messages (bundle_id) where bundle_id is not null`,
  sql`create index messages_bundles on messages (released, created_at) where kind = 'owner-bundle' and state = 'waiting'`,
  sql`create index messages_weekly on messages (created_at) where kind = 'owner-week'`,
  sql`create index messages_accepted on messages (sent_at) where sent_at is not null and channel = 'mail'`,
  sql`create index messages_not_shown on messages (created_at) where state = 'failed' and channel = 'provider'`,
  sql`create table channels (
    name text not null primary key,
    address text not null,
    stopped_at bigint not null,
    reason text not null
  )`,
  sql`create table alarms (
    name text not null primary key,
    spell integer not null,
    since bigint not null,
    raised_at bigint,
    ended_at bigint
  )`,
];

/** How the nightly reading of records stands, and what erased people still have at the provider and among the mails. */
const AT_THE_PROVIDER: readonly RawBuilder<unknown>[] = [
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
    retry_at bigint
  )`,
  // Keyed hashes of who was erased.
  sql`create table erasures (key text primary key not null, before_at bigint not null, erased_at bigint not null)`,
  sql`create index erasures_erased on erasures (erased_at)`,
  // By their ids it is known later whose a record was.
  sql`create table erased_records (
    remote_id text not null primary key,
    state text check (state in ('owed', 'deleted', 'gone')),
    erased_at bigint,
    ended_at bigint,
    due_at bigint,
    attempts integer not null default 0,
    refused_at bigint,
    last_error text
  )`,
  sql`create index erased_records_owed on erased_records (due_at, remote_id) where state = 'owed'`,
  sql`create index erased_records_erased on erased_records (erased_at) where erased_at is not null`,
  sql`create table undecided_records (remote_id text primary key not null, erased_at bigint not null)`,
  sql`create table erased_searches (
    id text primary key not null,
    email text not null,
    user_id text not null,
    url text not null,
    erased_at bigint not null,
    due_at bigint not null,
    attempts integer not null default 0,
    refused_at bigint,
    last_error text
  )`,
  sql`create index erased_searches_due on erased_searches (due_at, id)`,
  sql`create table erased_mails (id text primary key not null, erased_at bigint not null)`,
  sql`create index erased_mails_erased on erased_mails (erased_at)`,
];

/** What all servers on one database have to know of each other. */
const SHARED: readonly RawBuilder<unknown>[] = [
  sql`create table probe (id integer not null primary key, written_at bigint not null)`,
  sql`create table secrets (name text not null primary key, value text not null)`,
  sql`create table restores (id integer not null primary key, restored_at bigint not null)`,
  sql`create table conditions (name text not null primary key, since bigint not null, seen_at bigint not null)`,
  sql`create table arrivals (slot bigint not null primary key, calm integer not null, flooding integer not null)`,
  sql`create table client_places (
    client text not null primary key,
    places text not null,
    last_at bigint not null,
    window_ms bigint not null default 60000
  )`,
];

/** Fires for rows that go with their lead, too. */
const SQLITE_TRIGGER = sql`create trigger audits_gone after delete on audits when old.visit_id is not null
  begin
    delete from audit_visits where id = old.visit_id and not exists (select 1 from audits where visit_id = old.visit_id);
  end`;

const POSTGRES_ONLY: readonly RawBuilder<unknown>[] = [
  // The lock lets the second of two deletions see the first.
  sql`create function forget_unused_visit() returns trigger language plpgsql as $$
    begin
      perform 1 from audit_visits where id = old.visit_id for update;
      delete from audit_visits where id = old.visit_id and not exists (select 1 from audits where visit_id = old.visit_id);
      return null;
    end $$`,
  sql`create trigger audits_gone after delete on audits for each row when (old.visit_id is not null)
    execute function forget_unused_visit()`,
  // Lost with a crash, and may be: no lead waits for a second write.
  sql`alter table client_places set unlogged`,
];
