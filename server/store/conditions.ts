import { type Kysely, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from './database.ts';
import type { Schema } from './schema.ts';

/** Whether the operator has paused the delivery, in a statement. */
export const DELIVERY_PAUSED = sql<boolean>`exists (select 1 from conditions where name = 'delivery-paused')`;

/** Since when the operator has paused the delivery; undefined: it is not paused. */
export async function deliveryPausedSince(db: Kysely<Schema>): Promise<Instant | undefined> {
  const row = await db
    .selectFrom('conditions')
    .select('since')
    .where('name', '=', 'delivery-paused')
    .executeTakeFirst();
  return row?.since;
}

/**
 * Pauses the delivery, for all servers.
 * @param now the asker's own clock
 * @returns whether it was not paused before
 */
export async function pauseDelivery(db: Database, now: Instant): Promise<boolean> {
  const at = db.engine.instant(now);
  const paused = await db
    .insertInto('conditions')
    .values({ name: 'delivery-paused', since: at, seen_at: at })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .returning('name')
    .execute();
  return paused.length > 0;
}

/**
 * Ends the pause, for all servers, and notes when: what waited during it is late only by the time since.
 * @param now the asker's own clock
 * @returns whether the delivery was paused
 */
export async function resumeDelivery(db: Database, now: Instant): Promise<boolean> {
  const since = db.engine.instant(now);
  const note = db
    .insertInto('conditions')
    .columns(['name', 'since', 'seen_at'])
    .expression((e) =>
      e
        .selectFrom('conditions')
        .select([
          sql<'delivery-resumed'>`'delivery-resumed'`.as('name'),
          since.as('since'),
          since.as('seen_at'),
        ])
        .where('name', '=', 'delivery-paused'),
    )
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ since, seen_at: since }));
  const end = db.deleteFrom('conditions').where('name', '=', 'delivery-paused').returning('name');
  const [, ended] = await db.atomically([note.compile(), end.compile()]);
  return (ended?.rows.length ?? 0) > 0;
}

/**
 * Notes that the operator lets held leads go. Their rows are due since they were accepted, which may be days ago: they are
 * given time to leave before they count as stalled. To be called before they are released.
 * @param now the asker's own clock
 */
export async function noteRelease(db: Database, now: Instant): Promise<void> {
  const at = db.engine.instant(now);
  await db
    .insertInto('conditions')
    .values({ name: 'delivery-released', since: at, seen_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ since: at, seen_at: at }))
    .execute();
}

/** A flood that comes back sooner is the same: its owner has been told. */
const SAME_FLOOD_MS = 60 * 60_000;

/** Of what there may be a flood: leads without a proof, or bookings. */
export type FloodName = Extract<Schema['conditions']['name'], 'flood' | 'call-rush'>;

/**
 * Notes that a flood is seen now.
 * @param now the server's own clock
 * @returns since when it lasts, the same to all servers
 */
export async function floodSeen(db: Database, name: FloodName, now: Instant): Promise<number> {
  const at = db.engine.instant(now);
  const { since } = await db
    .insertInto('conditions')
    .values({ name, since: at, seen_at: at })
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

/** The newest flood of leads; undefined when there never was one. */
export async function lastFlood(
  db: Kysely<Schema>,
): Promise<{ readonly since: Instant; readonly seenAt: Instant } | undefined> {
  const row = await db
    .selectFrom('conditions')
    .select(['since', 'seen_at'])
    .where('name', '=', 'flood')
    .executeTakeFirst();
  return row && { since: row.since, seenAt: row.seen_at };
}
