import { sql } from 'kysely';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDay } from '#domain/wall-clock.ts';
import type { Database } from '../../store/database.ts';
import type { ReadBackRow } from '../../store/schema.ts';

const HOUR_MS = 3_600_000;
/** Nights begin when the fewest visitors wait, by the office's clock. */
const BEGINS_AT_MS = 3 * HOUR_MS;
/** Longer than a page takes, however slowly the provider answers. */
export const LEASE_MS = 2 * 60_000;
/** Until the next try after one that failed. */
export const AGAIN_MS = 15 * 60_000;

/** Records delivered later than that before the beginning are all read. */
export const RECENT_MS = 30 * 24 * HOUR_MS;

/** How many of the older records are read in a night, in two requests. */
export const SAMPLE = 200;

/** What a reading begins with. */
const NONE_YET = {
  part: 'recent',
  cursor_id: '',
  sampled: 0,
  present: 0,
  changed: 0,
  gone: 0,
  elsewhere: 0,
  ended_at: null,
  problem: null,
  retry_at: null,
} as const;

/** The newest reading; undefined before the first. */
export function newestReading(db: Database): Promise<ReadBackRow | undefined> {
  return db.selectFrom('read_back').selectAll().where('id', '=', 1).executeTakeFirst();
}

/**
 * Takes the reading of this night, so that no other server does it: begins it, or goes on with it where whoever had it
 * left off.
 * @param now the server's own clock; a shared database uses its own instead
 * @returns undefined when there is nothing to do: it is done, another server has it, or it failed a moment ago
 */
export async function takeReading(
  db: Database,
  owner: string,
  now: Instant,
): Promise<ReadBackRow | undefined> {
  const { at } = await db.selectNoFrom(db.engine.instant(now).as('at')).executeTakeFirstOrThrow();
  const night = isoDay(at - BEGINS_AT_MS, office.timeZone);
  const before = await newestReading(db);
  const lease = { lease_owner: owner, lease_until: at + LEASE_MS };
  const begun = { ...NONE_YET, night, began_at: at, cursor_at: at - RECENT_MS, ...lease };
  if (before === undefined)
    return db
      .insertInto('read_back')
      .values({ id: 1, older_at: 0, older_id: '', done_at: null, ...begun })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returningAll()
      .executeTakeFirst();
  const isTonight = before.night === night;
  if (isTonight && (before.ended_at !== null || isAhead(before.retry_at, at, AGAIN_MS))) return undefined;
  if (before.lease_owner !== owner && isAhead(before.lease_until, at, LEASE_MS)) return undefined;
  return (
    db
      .updateTable('read_back')
      .set(isTonight ? lease : begun)
      // As it was read: of two servers one takes it.
      .where('night', '=', before.night)
      .where(sql<boolean>`lease_owner is not distinct from ${before.lease_owner}`)
      .where(sql<boolean>`lease_until is not distinct from ${before.lease_until}`)
      .returningAll()
      .executeTakeFirst()
  );
}

/** Whether an instant is still to come; one further away than it was ever set was written before the clock was set back. */
function isAhead(until: Instant | null, at: Instant, mostMs: number): boolean {
  return until !== null && until > at && until <= at + mostMs;
}

/** Gives the reading back unfinished. @param problem why it cannot go on for now; absent: it can, at once */
export async function giveBack(db: Database, owner: string, now: Instant, problem?: string): Promise<void> {
  const again = sql<number>`${db.engine.instant(now)} + ${AGAIN_MS}`;
  await db
    .updateTable('read_back')
    .set({ lease_owner: null, lease_until: null, ...(problem !== undefined && { problem, retry_at: again }) })
    .where('lease_owner', '=', owner)
    .execute();
}

/** Ends every lease: only where no other process can have one, as on an embedded database. */
export async function endLeases(db: Database): Promise<void> {
  await db.updateTable('read_back').set({ lease_owner: null, lease_until: null }).execute();
}

/** What follows a part that has been read to its end; after the last one the reading is complete. */
export async function endPart(db: Database, owner: string, run: ReadBackRow, now: Instant): Promise<void> {
  const at = db.engine.instant(now);
  const from = { cursor_at: 0, cursor_id: '' };
  const isLastOfAll = run.sampled < SAMPLE;
  const next = {
    recent: { part: 'gone', ...from },
    gone: { part: 'older', ...from },
    older: {
      ...{ ended_at: at, done_at: at, problem: null, lease_owner: null, lease_until: null },
      ...(isLastOfAll && { older_at: 0, older_id: '' }),
    },
  } as const;
  await db.updateTable('read_back').set(next[run.part]).where('lease_owner', '=', owner).execute();
}
