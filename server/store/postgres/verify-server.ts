import { type Kysely, sql } from 'kysely';
import { StartRefused } from '../../config/start-refused.ts';
import type { Schema } from '../schema.ts';

/** The oldest that its makers still mend (https://www.postgresql.org/support/versioning/). */
const OLDEST_VERSION = 14;

/** With these a commit that was answered survives a crash (https://www.postgresql.org/docs/current/wal-async-commit.html). */
const DURABLE = ['on', 'remote_apply'];

/**
 * Throws StartRefused when the server is too old, cannot write, would answer for what a crash could take, or has not
 * heard the limits of its session: then a pooler in between gives each transaction another session.
 * @param limits of the session, as they were asked for
 */
export async function verifyServer(
  db: Kysely<Schema>,
  limits: Readonly<Record<string, number>>,
): Promise<void> {
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
export function poolerInFront(reason: string): StartRefused {
  return new StartRefused(
    `DATABASE_URL=… : un PgBouncer se tient devant la base, et le site ne marche pas derrière lui (${reason}). Les contacts enregistrés sont intacts. ` +
      'Donnez l’adresse de PostgreSQL lui-même (un serveur ouvre dix connexions au plus), puis relancez.',
  );
}

function refused(what: string, remedy: string): StartRefused {
  return new StartRefused(`DATABASE_URL=… : ${what}. Rien n’y a été modifié. ${remedy}, puis relancez.`);
}
