import { join } from 'node:path';
import { type CompiledQuery, type Dialect, PostgresDialect, sql } from 'kysely';
import type { Environment } from '#server/config/env.ts';
import { Database, type Engine } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations/migrate.ts';
import { postgresEngine } from '#server/store/postgres/open.ts';
import { openPool } from '#server/store/postgres/pool.ts';
import { NodeSqliteDialect } from '#server/store/sqlite/dialect.ts';
import { openDurably } from '#server/store/sqlite/durable.ts';
import { sqliteEngine } from '#server/store/sqlite/open.ts';
import { type Filling, fill } from '../fakes/fill.ts';
import { recorded } from '../fakes/recorded.ts';
import { sharedDatabase } from '../postgres/shared.ts';

export interface FilledDatabase {
  readonly environment: Environment;
  /** Opened anew, each statement handed to `heard` as it is asked. */
  open(heard?: (statement: CompiledQuery) => void): Database;
}

/** A database of the run's own with that many leads, on each engine. */
export const FILLED: readonly (readonly [
  string,
  (folder: string, filling: Filling) => Promise<FilledDatabase>,
])[] = [
  [
    'an embedded database',
    (folder, filling) =>
      filled(
        { DATA_DIR: folder },
        sqliteEngine,
        filling,
        () => new NodeSqliteDialect(openDurably(join(folder, 'leads.sqlite'))),
      ),
  ],
  [
    'PostgreSQL',
    async (_folder, filling) => {
      const url = await sharedDatabase();
      const over = (address: string) =>
        new PostgresDialect({ pool: openPool(address, { connect: 10_000, query: 60_000 }, () => {}) });
      return filled(
        { DATABASE_URL: url },
        postgresEngine,
        filling,
        () => over(url),
        () => over(`${url}?options=${NO_FOREIGN_KEYS}`),
      );
    },
  ],
];

/** A connection option that turns off the checks of foreign keys, which are a third of the time that filling takes. */
const NO_FOREIGN_KEYS = '-c%20session_replication_role%3Dreplica';

/** @param filler the dialect that writes the rows, when it is not the one that tests read them with */
async function filled(
  environment: Environment,
  engine: Engine,
  filling: Filling,
  dialect: () => Dialect,
  filler = dialect,
): Promise<FilledDatabase> {
  const open: FilledDatabase['open'] = (heard = () => {}) => new Database(recorded(dialect(), heard), engine);
  const db = new Database(filler(), engine);
  try {
    await migrate(db);
    // A page cache of 200,000 KiB, in which the indexes fit: filling takes half the time.
    if (!engine.shared) await sql`pragma cache_size = -200000`.execute(db);
    await fill(db, filling);
  } finally {
    await db.destroy();
  }
  return { environment, open };
}

/** How the engine would carry a statement out, one step a line; nothing is changed. */
export async function planOf(db: Database, { sql: text, parameters }: CompiledQuery): Promise<string[]> {
  const explain = db.engine.shared ? 'explain (format text) ' : 'explain query plan ';
  const { rows } = await db.executeQuery<Record<string, string>>({
    ...sql`select 1`.compile(db),
    sql: explain + text,
    parameters,
  });
  return rows.map((row) => String(row.detail ?? row['QUERY PLAN']));
}
