import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { StartRefused } from '../../config/start-refused.ts';
import type { Schema } from '../schema.ts';
import { createTables } from './baseline.ts';
import { COMMIT, UPGRADED, upgrade } from './upgrade-from-023.ts';

const BASELINE = '029-baseline';

/** In order; a migration that has been released is never edited, a new one follows it. */
const migrations: Record<string, Migration> = {
  [BASELINE]: { up: createTables },
};

/**
 * Brings the database to the newest version, wholly or not at all; does nothing when it is there already.
 * Throws StartRefused when a migration failed (it was rolled back), when the database is newer than this program, or
 * older than what this program upgrades.
 */
export async function migrate(db: Kysely<Schema>): Promise<void> {
  const all = { ...migrations, ...(await beforeBaseline(db)) };
  const migrator = new Migrator({ db, provider: { getMigrations: async () => all } });
  let { error } = await toLatest(migrator);
  // On PostgreSQL, making the table of migrations "if not exists" can meet another server that is just making it.
  if (isDuplicate(error)) ({ error } = await toLatest(migrator));
  if (error === undefined) return;
  const reason = error instanceof Error ? error.message : String(error);
  throw new StartRefused(
    `La base de données n’a pas pu être mise à jour (${reason}). Les contacts déjà reçus y sont intacts. ` +
      'Vérifiez l’espace disque et que cette version du programme n’est pas plus ancienne que la base, puis relancez.',
  );
}

/**
 * The migrations of a database that is older than the baseline, which are all carried out already, with the upgrade in
 * the place of the tables that a new one gets; none for a new one.
 */
async function beforeBaseline(db: Kysely<Schema>): Promise<Record<string, Migration>> {
  const earlier = (await executed(db)).filter((name) => name < '030' && name !== BASELINE).sort();
  const last = earlier.at(-1);
  if (last === undefined) return {};
  if (last < UPGRADED)
    throw new StartRefused(
      `La base de données est plus ancienne (${last}) que ce que cette version sait mettre à jour. Ses contacts sont intacts. ` +
        `Ouvrez-la une fois avec la version ${COMMIT} (git checkout ${COMMIT} && npm start), puis avec celle-ci.`,
    );
  if (last > UPGRADED)
    throw new StartRefused(
      `La base de données est celle d’une version d’essai jamais publiée (${last}) : supprimez-la, puis relancez.`,
    );
  const done = earlier.map((name) => [name, { up: async () => {} }]);
  return { ...Object.fromEntries(done), [BASELINE]: { up: upgrade } };
}

/** The names of the migrations that were carried out. */
async function executed(db: Kysely<Schema>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return [];
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`.execute(db);
  return rows.map(({ name }) => name);
}

/**
 * Runs all pending migrations in one transaction, and opens none when no migration is pending. SQLite allows one writer
 * at a time: a transaction here would make an operator's command wait for a running server, for nothing.
 */
async function toLatest(migrator: Migrator): Promise<MigrationResultSet> {
  const known = await migrator.getMigrations();
  return migrator.migrateToLatest({
    disableTransactions: known.every(({ executedAt }) => executedAt !== undefined),
  });
}

/** SQLSTATE unique_violation (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
function isDuplicate(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505';
}
