import { type Kysely, sql } from 'kysely';

/**
 * Alarms, and messages to the provider: the status of a record goes out as a mail does, so its channel joins the
 * others. A check cannot be widened in place on SQLite: the table is made anew, the same way on both engines.
 */
export async function createAlarmsAndStatus(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('alarms')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('spell', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('raised_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .execute();

  await db.schema
    .createTable('messages_anew')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('mail', 'webhook', 'provider')`))
    .addColumn('recipient', 'text', (c) =>
      c.notNull().check(sql`recipient in ('owner', 'visitor', 'webhook', 'provider')`),
    )
    .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('cascade'))
    .addColumn('detail', 'text')
    .addColumn('address_key', 'text')
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'sent', 'failed', 'dropped')`),
    )
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('unknown_outcome', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`unknown_outcome in (0, 1)`),
    )
    .addColumn('last_error', 'text')
    .addColumn('sent_at', 'bigint')
    .addColumn('receipt', 'text')
    .execute();
  const columns = sql.raw(
    'id, kind, channel, recipient, lead_id, detail, address_key, state, created_at, due_at, attempts, lease_owner, lease_until, unknown_outcome, last_error, sent_at, receipt',
  );
  const statements = [
    sql`insert into messages_anew (${columns}) select ${columns} from messages`,
    sql`drop table messages`,
    sql`alter table messages_anew rename to messages`,
    sql`create index messages_due on messages (channel, due_at) where state = 'waiting'`,
    sql`create index messages_leased on messages (lease_owner) where lease_owner is not null`,
    sql`create index messages_addressed on messages (address_key, created_at) where address_key is not null`,
    sql`create index messages_visitors on messages (created_at) where recipient = 'visitor'`,
    sql`create index messages_lead on messages (lead_id) where lead_id is not null`,
    sql`create index messages_weekly on messages (created_at) where kind = 'owner-week'`,
    sql`create index messages_accepted on messages (sent_at) where sent_at is not null and channel = 'mail'`,
    sql`create index messages_not_shown on messages (created_at) where state = 'failed' and channel = 'provider'`,
  ];
  for (const statement of statements) await statement.execute(db);
}
