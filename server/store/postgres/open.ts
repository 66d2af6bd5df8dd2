import { type Kysely, PostgresDialect, sql } from 'kysely';
import type pg from 'pg';
import type { Secret } from '../../config/secrets.ts';
import { StartRefused } from '../../config/start-refused.ts';
import { within } from '../../system/within.ts';
import { Database, type Engine, inTransaction } from '../database.ts';
import { migrate } from '../migrations/migrate.ts';
import type { Schema } from '../schema.ts';
import { openPool, sessionLimits, type Timeouts } from './pool.ts';

/** The oldest that its makers still mend (https://www.postgresql.org/support/versioning/). */
const OLDEST_VERSION = 14;

/** With these a commit that was answered survives a crash (https://www.postgresql.org/docs/current/wal-async-commit.html). */
const DURABLE = ['on', 'remote_apply'];

/**
 * Throws StartRefused when the server is too old, cannot write, would answer for what a crash could take, or has not
 * heard the limits of its session: then a pooler in between gives each transaction another session.
 * @param limits of the session, as they were asked for
 */
async function verifyServer(db: Kysely<Schema>, limits: Readonly<Record<string, number>>): Promise<void> {
  const { rows } = await sql<{ version: number; commit: string; fsync: string; readonly: string }>`
    select current_setting('server_version_num')::int / 10000 as version,
      current_setting('synchronous_commit') as commit,
      current_setting('fsync') as fsync,
      current_setting('transaction_read_only') as readonly`.execute(db);
  const { version = 0, commit = '', fsync = '', readonly = 'on' } = rows[0] ?? {};
  if (version < OLDEST_VERSION)
    throw refused(
      `la base est un PostgreSQL ${version}`,
      `Mettez-la à la version ${OLDEST_VERSION} au moins`,
    );
  if (readonly !== 'off')
    throw refused('la base est en lecture seule', 'Donnez l’adresse du serveur principal');
  if (!DURABLE.includes(commit))
    throw refused(
      `la base a le réglage synchronous_commit=${commit}, un contact confirmé pourrait être perdu`,
      'Remettez synchronous_commit=on',
    );
  if (fsync !== 'on')
    throw refused(
      `la base a le réglage fsync=${fsync}, une coupure de courant pourrait perdre un contact confirmé et abîmer toute la base`,
      'Remettez fsync=on dans postgresql.conf et rechargez PostgreSQL',
    );
  const session = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in (${sql.join(Object.keys(limits))})`.execute(db);
  const other = session.rows.find(({ name, setting }) => Number(setting) !== limits[name]);
  if (other !== undefined)
    throw poolerInFront(`${other.name}=${other.setting} au lieu de ${limits[other.name]}`);
}

/** @param reason what gave it away */
function poolerInFront(reason: string): StartRefused {
  return new StartRefused(
    `DATABASE_URL=… : un PgBouncer se tient devant la base, et le site ne marche pas derrière lui (${reason}). Les contacts enregistrés sont intacts. ` +
      'Donnez l’adresse de PostgreSQL lui-même (un serveur ouvre dix connexions au plus), puis relancez.',
  );
}

function refused(what: string, remedy: string): StartRefused {
  return new StartRefused(`DATABASE_URL=… : ${what}. Rien n’y a été modifié. ${remedy}, puis relancez.`);
}

/** At the start, and for the operator's commands: a migration or an export may take a while. */
const COMMAND_TIMEOUTS: Timeouts = { connect: 5_000, query: 60_000 };
/** While visitors wait for their answer. */
const SERVER_TIMEOUTS: Timeouts = { connect: 1_000, query: 1_500 };
/** A visitor has an answer within 2 s, whatever the database does. */
const LEAD_MS = 1_700;

export const postgresEngine: Engine = {
  // statement_timestamp() is the same throughout a statement, and stable, so that an index can be searched by it.
  instant: () => sql<number>`(extract(epoch from statement_timestamp()) * 1000)::bigint`,
  version: sql<string>`pg_current_wal_insert_lsn()::text`,
  shared: true,
  // A transaction that times out may still be committed; the visitor was told to try again, under the same id.
  atomically: (db, queries) => within(LEAD_MS, inTransaction(db, queries)),
};

export interface PostgresOptions {
  /** Called when an idle connection breaks; the next query opens a new one. */
  readonly onLost: (error: Error) => void;
  /** With the longer time-outs of the operator's commands. */
  readonly forCommand?: boolean;
  /** False: the database stays at its version. */
  readonly migrates?: boolean;
}

/**
 * Opens a PostgreSQL that any number of servers may share, and brings it to the newest version.
 * Throws StartRefused when it cannot be reached or would not keep what it acknowledges; the url's password is in no
 * message.
 */
export async function openPostgres(
  url: Secret,
  { onLost, forCommand = false, migrates = true }: PostgresOptions,
): Promise<Database> {
  await prepare(url, migrates);
  return over(openPool(url.reveal(), forCommand ? COMMAND_TIMEOUTS : SERVER_TIMEOUTS, onLost));
}

async function prepare(url: Secret, migrates: boolean): Promise<void> {
  let db: Database | undefined;
  try {
    db = over(openPool(url.reveal(), COMMAND_TIMEOUTS, () => {}));
    await verifyServer(db, sessionLimits(COMMAND_TIMEOUTS));
    if (migrates) await migrate(db);
  } catch (error) {
    throw error instanceof StartRefused ? error : unreachable(error, url);
  } finally {
    await db?.destroy();
  }
}

function over(pool: pg.Pool): Database {
  return new Database(new PostgresDialect({ pool }), postgresEngine);
}

function unreachable(error: unknown, url: Secret): StartRefused {
  const reason =
    error instanceof Error ? error.message || String('code' in error && error.code) : String(error);
  const { password = '' } = URL.parse(url.reveal()) ?? {};
  const secrets = [url.reveal(), password, decoded(password)].filter((secret) => secret !== '');
  const shown = secrets.reduce((text, secret) => text.replaceAll(secret, '…'), reason).replace(/\s+/g, ' ');
  if (reason.startsWith(REFUSED_BY_POOLER)) return poolerInFront(shown);
  return new StartRefused(
    `DATABASE_URL=… : la base PostgreSQL ne répond pas comme attendu (${shown}). Les contacts enregistrés sont intacts. ` +
      'Vérifiez qu’elle est démarrée, que l’adresse, l’utilisateur et le mot de passe sont les bons, puis relancez.',
  );
}

/** What PgBouncer says to a connection that asks for more than it knows (https://www.pgbouncer.org/config.html). */
const REFUSED_BY_POOLER = 'unsupported startup parameter';

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
