import { type Kysely, sql } from 'kysely';

/**
 * What an attempt has sent stands beside it, so that a correction of the lead does not hide the record that it may have
 * made: a search after an unknown outcome and an erasure ask for that. What the browser sent first is kept beside a
 * corrected address, so that the same again is known for the same. Erased leads are searched for once for each version.
 * A status that the provider refused was given up by earlier versions: it waits again.
 */
export async function keepSentContent(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table outbox add column sent text`,
    sql`alter table outbox add column sent_email text`,
    sql`create index outbox_sent_email on outbox (sent_email) where unknown_outcome = 1 and sent_email is not null`,
    sql`alter table leads add column first_email text`,
    sql`alter table erased_searches rename column lead_id to id`,
    sql`create table undecided_records (remote_id text primary key not null, erased_at bigint not null)`,
    sql`update messages set state = 'waiting', due_at = created_at where state = 'failed' and channel = 'provider'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
