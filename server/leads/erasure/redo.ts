import { type SelectQueryBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { Schema } from '../../store/schema.ts';
import { eraseRows } from './erase-rows.ts';
import { erasureKeysOf } from './keys.ts';
import { type ListedErasure, readErasureList } from './list.ts';

const BATCH = 500;

export interface Redone {
  readonly leads: number;
  readonly bookings: number;
  /** Records whose deletion is owed anew. */
  readonly records: number;
}

/**
 * Makes the erasures again that the list beside the database names and the database does not know, as it was put back
 * from a backup since. What came after an erasure stays: whoever returned is welcome. Of a list that belongs to another
 * database nothing fits.
 * @param now the own clock
 */
export async function redoErasures(db: Database, dataDir: string, now: Instant): Promise<Redone> {
  const listed = await readErasureList(dataDir);
  const missing = await unknownTo(db, listed.people);
  let [leads, bookings] = [0, 0];
  if (missing.size > 0) {
    const keys = await erasureKeysOf(db);
    const until = Math.max(...[...missing.values()].map(({ before_at }) => before_at));
    const erasing = { leadIds: [], now, before: until, anyMayHaveRecord: true };
    // First, as a lead takes its calls along.
    for await (const bookingIds of erasedAmong(db, 'bookings', missing, keys.booking))
      bookings += (await eraseRows(db, { ...erasing, bookingIds })).bookings;
    for await (const leadIds of erasedAmong(db, 'leads', missing, keys.lead))
      leads += (await eraseRows(db, { ...erasing, leadIds })).leads.length;
    await insertMissing(db, [...missing.values()]);
  }
  return { leads, bookings, records: await oweRecords(db, listed.records, now) };
}

async function unknownTo(
  db: Database,
  people: ReadonlyMap<string, ListedErasure>,
): Promise<Map<string, ListedErasure>> {
  const missing = new Map(people);
  const keys = [...people.keys()];
  for (let from = 0; from < keys.length; from += BATCH) {
    const rows = await db
      .selectFrom('erasures')
      .select(['key', 'before_at'])
      .where('key', 'in', keys.slice(from, from + BATCH))
      .execute();
    for (const { key, before_at } of rows)
      if (before_at >= (people.get(key)?.before_at ?? 0)) missing.delete(key);
  }
  return missing;
}

/** The ids of those that were erased after they had come, of so many rows at a time. */
async function* erasedAmong(
  db: Database,
  table: 'leads' | 'bookings',
  missing: ReadonlyMap<string, ListedErasure>,
  keyOf: (id: string) => string,
): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const query = db.selectFrom(table) as SelectQueryBuilder<Schema, 'leads', object>;
    const rows = await query
      .select(['id', 'created_at'])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.id;
    const erased = rows.filter(({ id, created_at }) => created_at < (missing.get(keyOf(id))?.before_at ?? 0));
    if (erased.length > 0) yield erased.map(({ id }) => id);
  }
}

async function insertMissing(db: Database, missing: readonly ListedErasure[]): Promise<void> {
  for (let from = 0; from < missing.length; from += BATCH)
    await db
      .insertInto('erasures')
      .values(missing.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          before_at: sql<number>`excluded.before_at`,
          erased_at: sql<number>`excluded.erased_at`,
        }),
      )
      .execute();
}

/** @returns how many the database did not know */
async function oweRecords(
  db: Database,
  records: ReadonlyMap<string, Instant>,
  now: Instant,
): Promise<number> {
  const ids = [...records.keys()];
  let added = 0n;
  for (let from = 0; from < ids.length; from += BATCH) {
    const due_at = db.engine.instant(now);
    const { numInsertedOrUpdatedRows = 0n } = await db
      .insertInto('erased_records')
      .values(
        ids.slice(from, from + BATCH).map((remote_id) => ({
          ...{ remote_id, due_at, state: 'owed' as const },
          erased_at: records.get(remote_id) ?? now,
        })),
      )
      .onConflict((conflict) => conflict.column('remote_id').doNothing())
      .executeTakeFirstOrThrow();
    added += numInsertedOrUpdatedRows;
  }
  return Number(added);
}
