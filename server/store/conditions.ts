import { type Kysely, sql } from 'kysely';
import type { Database } from './database.ts';
import type { ConditionsTable, Schema } from './schema.ts';

/** Since when something holds for all servers, in milliseconds since the epoch; undefined: it does not. */
export async function holdsSince(
  db: Kysely<Schema>,
  name: ConditionsTable['name'],
): Promise<number | undefined> {
  const row = await db.selectFrom('conditions').select('since').where('name', '=', name).executeTakeFirst();
  return row?.since;
}

/**
 * Pauses the delivery, for all servers.
 * @param now the asker's own clock, in milliseconds since the epoch
 * @returns whether it was not paused before
 */
export async function pauseDelivery(db: Database, now: number): Promise<boolean> {
  const at = db.engine.instant(now);
  const paused = await db
    .insertInto('conditions')
    .values({ name: 'delivery-paused', since: at, seen_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  return paused.length > 0;
}

/** @returns whether it was paused */
export async function resumeDelivery(db: Kysely<Schema>): Promise<boolean> {
  const resumed = await db
    .deleteFrom('conditions')
    .where('name', '=', 'delivery-paused')
    .returning('name')
    .execute();
  return resumed.length > 0;
}

/** A flood that comes back sooner is the same: its owner has been told. */
const SAME_FLOOD_MS = 60 * 60_000;

/**
 * Notes that a flood is seen now.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns since when it lasts, the same to all servers
 */
export async function floodSeen(db: Database, now: number): Promise<number> {
  const at = db.engine.instant(now);
  const { since } = await db
    .insertInto('conditions')
    .values({ name: 'flood', since: at, seen_at: at })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({
        since: sql<number>`case when conditions.seen_at < ${at} - ${SAME_FLOOD_MS} then ${at} else conditions.since end`,
        seen_at: at,
      }),
    )
    .returning('since')
    .executeTakeFirstOrThrow();
  return since;
}

/** The newest flood; undefined when there never was one. Instants are milliseconds since the epoch. */
export async function lastFlood(
  db: Kysely<Schema>,
): Promise<{ readonly since: number; readonly seenAt: number } | undefined> {
  const row = await db
    .selectFrom('conditions')
    .select(['since', 'seen_at'])
    .where('name', '=', 'flood')
    .executeTakeFirst();
  return row && { since: row.since, seenAt: row.seen_at };
}
