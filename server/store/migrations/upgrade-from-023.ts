import { type Kysely, PostgresAdapter, sql } from 'kysely';
import { cleanEmail } from '#domain/email.ts';

/** The last migration of the version that was released before the baseline, which this program upgrades. */
export const UPGRADED = '023-one-destination';
/** The last commit with the migrations up to `UPGRADED`, by way of which an older database comes here. */
export const COMMIT = 'be7b0375';

/** Makes of a database of commit `COMMIT` what `createTables` makes anew, and mends what earlier versions left in it. */
export async function upgrade(db: Kysely<unknown>): Promise<void> {
  const statements = [
    sql`alter table leads add column first_email text`,
    sql`alter table outbox add column sent text`,
    sql`alter table outbox add column sent_email text`,
    sql`create index outbox_sent_email on outbox (sent_email) where unknown_outcome = 1 and sent_email is not null`,
    sql`alter table erased_searches rename column lead_id to id`,
    sql`create table undecided_records (remote_id text primary key not null, erased_at bigint not null)`,
    // A status that the provider refused was given up: it waits again.
    sql`update messages set state = 'waiting', due_at = created_at where state = 'failed' and channel = 'provider'`,

    sql`alter table bookings add column abuse integer not null default 0 check (abuse in (0, 1))`,
    sql`alter table client_places add column window_ms bigint not null default 60000`,
    sql`create index provider_calls_previous on provider_calls (provider, previous) where previous is not null`,
    // Of webhooks at the same moment one could write the sequence that it had read over a newer one. Every later change
    // then found its number taken and was refused, so that a call that was cancelled at its provider stayed here.
    sql`update bookings set sequence = (select max(c.sequence) from booking_changes c where c.booking_id = bookings.id)
      where sequence < (select max(c.sequence) from booking_changes c where c.booking_id = bookings.id)`,

    sql`alter table bookings add column by_name integer not null default 0 check (by_name in (0, 1))`,
    // Nobody has noted it of the calls that stand: they are taken as a lead's by name alone, so that no page of theirs
    // hands out a reference that its visitor may never have had. At a provider there is only the reference.
    sql`update bookings set by_name = 1 where lead_id is not null and provider is null`,

    sql`create table free_days (words text primary key not null)`,
    sql`drop table audit_runners`,
    // One server works for a database, and tells no other of its pace or its reading. A server of the version before,
    // which would work beside it, sends nothing without them.
    sql`drop table pace`,
    sql`drop table places`,
    sql`alter table read_back drop column lease_owner`,
    sql`alter table read_back drop column lease_until`,
  ];
  for (const statement of statements) await statement.execute(db);
  await cleanAddresses(db);
}

/**
 * Addresses are stored without what nobody sees, and with their domain as it is read: a person whose address was stored
 * in the other spelling, or with a mark that was pasted along, would be found and erased under neither. Ids stay.
 */
export async function cleanAddresses(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const beyondAscii = isPostgres ? sql`email ~ '[^ -~]'` : sql`email glob '*[^ -~]*'`;
  for (const table of ['leads', 'bookings']) {
    const { rows } = await sql<{ id: string; email: string }>`select id, email from ${sql.table(table)}
      where ${beyondAscii} or lower(email) like '%xn--%' or email like '%/'`.execute(db);
    for (const { id, email } of rows) {
      const cleaned = cleanEmail(email);
      if (cleaned !== email && cleaned !== '')
        await sql`update ${sql.table(table)} set email = ${cleaned} where id = ${id}`.execute(db);
    }
  }
}
