import { openGiven } from '../postgres/open-given.ts';
import { migratedDatabase } from '../postgres/shared.ts';
import { rowOf, type Seeded, seed, using } from './seeded-store.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A PostgreSQL database of the test's own that nobody serves. */
export async function seededPostgres(): Promise<Seeded> {
  const url = await migratedDatabase();
  return {
    environment: { DATABASE_URL: url, DATA_DIR: temporaryFolder() },
    ...(await using(openGiven(url), seed)),
    row: (leadId) => using(openGiven(url), (db) => rowOf(db, leadId)),
    use: (work) => using(openGiven(url), work),
  };
}
