import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Express audits: what was asked for, what was seen, the pictures, and which servers work on them. */
export async function createAudits(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audits')
    .addColumn('token', 'text', (c) => c.primaryKey().notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('scheme_typed', 'integer', (c) => c.notNull().check(sql`scheme_typed in (0, 1)`))
    .addColumn('host', 'text', (c) => c.notNull())
    .addColumn('lead_id', 'text', (c) => c.references('leads.id').onDelete('cascade'))
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'running', 'done', 'refused')`),
    )
    .addColumn('step', 'text')
    .addColumn('proved', 'integer', (c) => c.notNull().check(sql`proved in (0, 1)`))
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('refusal', 'text')
    .addColumn('facts', 'text')
    .addColumn('facts_version', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('started_at', 'bigint')
    .addColumn('ended_at', 'bigint')
    .addColumn('measured_at', 'bigint')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  // Partial, so that what was done long ago costs the live queue nothing.
  await sql`create index audits_queue on audits (proved desc, created_at, token) where state in ('waiting', 'running')`.execute(
    db,
  );
  await sql`create index audits_leased on audits (lease_owner) where lease_owner is not null`.execute(db);
  await sql`create index audits_host on audits (host, measured_at) where state = 'done'`.execute(db);
  await sql`create index audits_ended on audits (ended_at) where state = 'done'`.execute(db);
  await sql`create index audits_lead on audits (lead_id) where lead_id is not null`.execute(db);
  await sql`create index audits_expiry on audits (expires_at) where lead_id is null`.execute(db);

  const bytes = db.getExecutor().adapter instanceof PostgresAdapter ? sql`bytea` : sql`blob`;
  await db.schema
    .createTable('audit_pictures')
    .addColumn('token', 'text', (c) => c.notNull().references('audits.token').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull().check(sql`type in ('image/webp', 'image/jpeg')`))
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('at_ms', 'integer')
    .addColumn('bytes', bytes, (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_pictures_key', ['token', 'name'])
    .execute();
  await db.schema.createIndex('audit_pictures_expiry').on('audit_pictures').columns(['expires_at']).execute();

  await db.schema
    .createTable('audit_runners')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('browser', 'integer', (c) => c.notNull().check(sql`browser in (0, 1)`))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .execute();
}
