import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { appendToErasureList, LISTED_FOR_MS, pruneErasureList, readErasureList } from './list.ts';

/**
 * Writes into the list beside the database what it does not hold yet. Throws when it cannot be written.
 * @param since only erasures since then; absent: all that are still listed, and what is too old is taken out
 */
export async function mirrorErasures(
  db: Database,
  dataDir: string,
  now: Instant,
  since?: Instant,
): Promise<void> {
  const from = since ?? sql<number>`${db.engine.instant(now)} - ${LISTED_FOR_MS}`;
  const rows = await db.selectFrom('erasures').selectAll().where('erased_at', '>=', from).execute();
  const records = await db
    .selectFrom('erased_records')
    .select(['remote_id', 'erased_at'])
    .where('erased_at', 'is not', null)
    .where('erased_at', '>=', from)
    .execute();
  if (since === undefined) pruneErasureList(dataDir, now - LISTED_FOR_MS);
  if (rows.length === 0 && records.length === 0) return;
  const listed = readErasureList(dataDir);
  appendToErasureList(dataDir, {
    people: new Map(
      rows
        .filter(({ key, before_at }) => (listed.people.get(key)?.before_at ?? -1) < before_at)
        .map((row) => [row.key, row]),
    ),
    records: new Map(
      records
        .filter(({ remote_id }) => !listed.records.has(remote_id))
        .map(({ remote_id, erased_at }) => [remote_id, erased_at ?? now]),
    ),
  });
}

/** Forgets who was erased so long ago that no backup holds them any more, and mails about them. */
export async function forgetErasures(db: Database, now: Instant): Promise<void> {
  const before = sql<number>`${db.engine.instant(now)} - ${LISTED_FOR_MS}`;
  await db.deleteFrom('erasures').where('erased_at', '<', before).execute();
  await db.deleteFrom('erased_mails').where('erased_at', '<', before).execute();
}
