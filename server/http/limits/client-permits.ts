import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';

/** A client's permit, over all servers, or when to come back. */
export type Asked =
  | { readonly taken: true; readonly second: number }
  | { readonly taken: false; readonly retryAfterSeconds: number };

/** The permits of each network that visitors come from within a window, over all servers on one PostgreSQL. */
export interface ClientPermits {
  /** Takes one of `most`, in one statement, so that no two servers can take the last. */
  take(client: string, most: number): Promise<Asked>;
  /** Gives back one that was taken in that second. */
  giveBack(client: string, second: number): Promise<void>;
  /** Deletes the rows of networks that have sent nothing within their window, of whatever length. */
  forget(): Promise<void>;
}

/**
 * One row for each network holds how many permits it took in each second of the window. A statement that finds the
 * row locked waits, and then reads what the other has written.
 */
export function clientPermits(db: Database, windowMs: number): ClientPermits {
  const now = db.engine.instant(0);
  const second = sql`(${now} / 1000)::text`;
  const recent = sql`jsonb_each_text(client_places.places::jsonb) where key::bigint > (${now} - ${sql.lit(windowMs)}) / 1000`;

  return {
    async take(client, most) {
      const { rows } = await sql<{ second: number }>`
        insert into client_places (client, places, last_at, window_ms)
        values (${client}, jsonb_build_object(${second}, 1)::text, ${now}, ${windowMs})
        on conflict (client) do update set last_at = excluded.last_at, places = (
          select (coalesce(jsonb_object_agg(key, value), '{}') || jsonb_build_object(
            ${second}, coalesce((client_places.places::jsonb ->> ${second})::int, 0) + 1))::text
          from ${recent})
        where (select coalesce(sum(value::int), 0) from ${recent}) < ${most}
        returning ${now} / 1000 as second`.execute(db);
      const [row] = rows;
      if (row !== undefined) return { taken: true, second: row.second };
      const { rows: left } = await sql<{ seconds: number | null }>`
        select min(key::bigint) + ${sql.lit(windowMs / 1000)} - ${now} / 1000 as seconds
        from client_places, ${recent} and client = ${client} and value::int > 0`.execute(db);
      return { taken: false, retryAfterSeconds: Math.max(1, left[0]?.seconds ?? 1) };
    },

    async giveBack(client, at) {
      const key = String(at);
      await sql`
        update client_places set places = (places::jsonb || jsonb_build_object(
          ${key}::text, greatest(0, coalesce((places::jsonb ->> ${key}::text)::int, 0) - 1)))::text
        where client = ${client}`.execute(db);
    },

    async forget() {
      await db.deleteFrom('client_places').where('last_at', '<', sql<number>`${now} - window_ms`).execute();
    },
  };
}
