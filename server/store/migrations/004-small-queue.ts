import { type Kysely, sql } from 'kysely';

/**
 * Every question that a running server asks is answered by an index that holds what is left to do and nothing of what
 * was delivered: a million delivered leads cost it nothing. Each condition stands word for word in the questions
 * (`IN_STATE` in leads/lead-state.ts), since SQLite uses a partial index for no other
 * (https://www.sqlite.org/partialindex.html).
 */
export async function createSmallQueue(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table outbox add column released integer not null default 0 check (released in (0, 1))`,
    sql`alter table pace add column written_at bigint not null default 0`,
    sql`drop index outbox_due`,
    sql`create index outbox_sendable on outbox (released, due_at, lead_id) where state = 'waiting' and held_because is null`,
    sql`create index outbox_refused on outbox (refused_at, lead_id) where state = 'waiting' and held_because is null and refused_at is not null`,
    sql`create index outbox_held on outbox (due_at, lead_id) where state = 'waiting' and held_because is not null`,
    sql`create index outbox_leased on outbox (lease_until) where lease_owner is not null`,
    sql`create index outbox_leased_by on outbox (lease_owner) where lease_owner is not null`,
    sql`create index outbox_delivered on outbox (delivered_at) where delivered_at is not null`,
    sql`create index leads_by_created on leads (created_at, id)`,
    sql`create index if not exists leads_by_email on leads (lower(email))`,
  ];
  for (const statement of statements) await statement.execute(db);
}
