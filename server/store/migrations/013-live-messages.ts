import { type Kysely, sql } from 'kysely';

/**
 * Messages about leads that were held and released stand behind all others, as their delivery does (004). The indexes
 * hold what is asked for and nothing else: mails that were never sent, and all that waits for its first attempt, cost
 * neither the limits of a day nor the operator's listener anything.
 */
export async function keepMessagesLive(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table messages add column released integer not null default 0 check (released in (0, 1))`,
    sql`drop index messages_due`,
    sql`create index messages_due on messages (channel, released, due_at) where state = 'waiting'`,
    sql`drop index messages_leased`,
    sql`create index messages_leased on messages (channel, lease_until) where lease_owner is not null`,
    sql`drop index messages_addressed`,
    sql`create index messages_addressed on messages (address_key, created_at) where address_key is not null and state <> 'dropped'`,
    sql`drop index messages_visitors`,
    sql`create index messages_visitors on messages (created_at) where recipient = 'visitor' and state <> 'dropped'`,
    sql`create index messages_stuck on messages (channel, created_at) where state = 'waiting' and last_error is not null`,
  ];
  for (const statement of statements) await statement.execute(db);
}
