import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Airtable takes 5 requests a second (https://airtable.com/developers/web/api/rate-limits). */
export async function createPlaces(db: Kysely<Schema>): Promise<void> {
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
