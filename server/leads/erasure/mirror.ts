import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { Log } from '../../system/log.ts';
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
  if (since === undefined) await pruneErasureList(dataDir, now - LISTED_FOR_MS);
  if (rows.length === 0 && records.length === 0) return;
  const listed = await readErasureList(dataDir);
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

/** A search that could not be made for so long is given up, with or without a provider, as it holds an e-mail address. */
const SEARCHED_FOR_MS = 40 * 24 * 60 * 60_000;

/** Forgets who was erased so long ago that no backup holds them any more, mails about them, and searches given up. */
export async function forgetErasures(db: Database, now: Instant, log: Pick<Log, 'error'>): Promise<void> {
  const before = (ms: number) => sql<number>`${db.engine.instant(now)} - ${ms}`;
  await db.deleteFrom('erasures').where('erased_at', '<', before(LISTED_FOR_MS)).execute();
  await db.deleteFrom('erased_mails').where('erased_at', '<', before(LISTED_FOR_MS)).execute();
  await db.deleteFrom('undecided_records').where('erased_at', '<', before(LISTED_FOR_MS)).execute();
  const searches = db.deleteFrom('erased_searches').where('erased_at', '<', before(SEARCHED_FOR_MS));
  for (const { id } of await searches.returning('id').execute())
    log.error({ leadId: id.split(' ')[0] }, GIVEN_UP);
}

const GIVEN_UP =
  'La fiche qu’un envoi interrompu a pu laisser dans Airtable n’a pas pu être cherchée en 40 jours. L’adresse gardée pour cela est effacée. ' +
  'Si la personne vous écrit, cherchez-la vous-même dans Airtable.';
