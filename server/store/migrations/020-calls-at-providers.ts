import { type Kysely, sql } from 'kysely';

/**
 * Calls that were booked at a scheduling provider, as its webhooks tell of them. `provider_calls` holds a row for each
 * name that a call has had there, since it gets another with each move; `provider_hooks` every webhook that was taken,
 * by a hash of its body, so that one that is sent again is recognised.
 */
export async function takeProviderCalls(db: Kysely<unknown>): Promise<void> {
  await sql`alter table bookings add column provider text check (provider in ('calendly', 'cal'))`.execute(
    db,
  );
  await sql`create table provider_calls (
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
  )`.execute(db);
  await sql`create index provider_calls_booking on provider_calls (booking_id)`.execute(db);
  await sql`create index provider_calls_lead on provider_calls (lead_id) where lead_id is not null`.execute(
    db,
  );
  await sql`create table provider_hooks (
    hash text primary key,
    provider text not null check (provider in ('calendly', 'cal')),
    event text not null,
    received_at bigint not null
  )`.execute(db);
}
