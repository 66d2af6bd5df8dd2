import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { StartRefused } from '../config/start-refused.ts';
import { createBookings } from './bookings-tables.ts';
import { createRecordOwnership } from './migrations/005-records.ts';
import { createAlarmsAndStatus } from './migrations/009-alarms-and-status.ts';
import type { Schema } from './schema.ts';
import { createEventsAndMessages } from './told-tables.ts';

/** In order; a migration that has been released is never edited, a new one follows it. */
const migrations: Record<string, Migration> = {
  '001-leads-and-outbox': { up: createLeadsAndOutbox },
  '002-held-leads-and-shared-state': { up: createHeldAndShared },
  '003-places': { up: createPlaces },
  '004-small-queue': { up: createSmallQueue },
  '005-records': { up: createRecordOwnership },
  '006-events-and-messages': { up: createEventsAndMessages },
  '007-bookings': { up: createBookings },
  '009-alarms-and-status': { up: createAlarmsAndStatus },
};

/**
 * Brings the database to the newest version; does nothing when it is there already.
 * Throws StartRefused when a migration failed (it was rolled back) or when the database is newer than this program.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  let { error } = await migrator.migrateToLatest();
  // On PostgreSQL, making the table of migrations "if not exists" can meet another server that is just making it.
  if (isDuplicate(error)) ({ error } = await migrator.migrateToLatest());
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartRefused(
    `La base de données n’a pas pu être mise à jour (${reason}). Les contacts déjà reçus y sont intacts. ` +
      'Vérifiez l’espace disque et que cette version du programme n’est pas plus ancienne que la base, puis relancez.',
  );
}

/** SQLSTATE unique_violation (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}

async function createLeadsAndOutbox(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('leads')
    .addColumn('id', 'text', (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull().check(sql`status = 'Cold'`))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('outbox')
    .addColumn('lead_id', 'text', (c) => c.primaryKey().notNull().references('leads.id').onDelete('cascade'))
    .addColumn('destination', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) =>
      c.notNull().defaultTo('waiting').check(sql`state in ('waiting', 'delivered')`),
    )
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('lease_owner', 'text')
    .addColumn('lease_until', 'bigint')
    .addColumn('strategy', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('unknown_outcome', 'integer', (c) =>
      c.notNull().defaultTo(0).check(sql`unknown_outcome in (0, 1)`),
    )
    .addColumn('rejections', 'text')
    .addColumn('refused_at', 'bigint')
    .addColumn('last_error', 'text')
    .addColumn('delivered_at', 'bigint')
    .addColumn('remote_id', 'text')
    .execute();
  await db.schema
    .createTable('probe')
    .addColumn('id', 'integer', (c) => c.primaryKey().notNull())
    .addColumn('written_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('outbox_due').on('outbox').columns(['state', 'due_at']).execute();
}

async function createHeldAndShared(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('outbox').addColumn('held_because', 'text').execute();
  await db.schema
    .createTable('pace')
    .addColumn('destination', 'text', (c) => c.primaryKey().notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
}

/** Airtable takes 5 requests a second (https://airtable.com/developers/web/api/rate-limits). */
async function createPlaces(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('places')
    .addColumn('destination', 'text', (c) => c.notNull())
    .addColumn('place', 'integer', (c) => c.notNull())
    .addColumn('free_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('places_key', ['destination', 'place'])
    .execute();
  await db
    .insertInto('places')
    .values([0, 1, 2, 3, 4].map((place) => ({ destination: 'airtable', place, free_at: 0 })))
    .execute();
}

/**
 * Every question that a running server asks is answered by an index that holds what is left to do and nothing of what
 * was delivered: a million delivered leads cost it nothing. Each condition stands word for word in the questions
 * (`IN_STATE` in operator-lead.ts), since SQLite uses a partial index for no other
 * (https://www.sqlite.org/partialindex.html).
 */
async function createSmallQueue(db: Kysely<unknown>): Promise<void> {
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
