import { type Kysely, sql } from 'kysely';

/**
 * What happened to each lead, and what is owed to whom about it. Instants are milliseconds since the epoch. Leads that
 * stand already are never told about: their outbox rows get no `tell_since`.
 */
export async function createEventsAndMessages(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('tell_since', 'bigint').execute();
  // Those that were never held come first, as with the delivery; what was told is not in it (`TO_NOTIFY`).
  await sql`create index outbox_to_tell on outbox (released, tell_since) where tell_since is not null and held_because is null`.execute(
    db,
  );

  await db.schema
    .createTable('lead_events')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('lead_id', 'text', (c) => c.notNull().references('leads.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('by', 'text', (c) =>
      c.notNull().check(sql`"by" in ('visitor', 'owner', 'provider', 'system')`),
    )
    .addColumn('detail', 'text')
    .execute();
  await db.schema.createIndex('lead_events_lead').on('lead_events').columns(['lead_id', 'at']).execute();
  await db.schema.createIndex('lead_events_kind').on('lead_events').columns(['kind', 'at']).execute();

  await db.schema
    .createTable('messages')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull().check(sql`channel in ('mail', 'webhook')`))
    .addColumn('recipient', 'text', (c) =>
      c.notNull().check(sql`recipient in ('owner', 'visitor', 'webhook')`),
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
  // Partial, so that what was sent long ago costs the live queue nothing.
  await sql`create index messages_due on messages (channel, due_at) where state = 'waiting'`.execute(db);
  await sql`create index messages_leased on messages (lease_owner) where lease_owner is not null`.execute(db);
  await sql`create index messages_addressed on messages (address_key, created_at) where address_key is not null`.execute(
    db,
  );
  await sql`create index messages_visitors on messages (created_at) where recipient = 'visitor'`.execute(db);
  await sql`create index messages_lead on messages (lead_id) where lead_id is not null`.execute(db);

  await db.schema
    .createTable('channels')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('address', 'text', (c) => c.notNull())
    .addColumn('stopped_at', 'bigint', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .execute();
}
