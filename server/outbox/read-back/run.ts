import { type RawBuilder, sql } from 'kysely';
import { office } from '#content/office.ts';
import type { Instant } from '#domain/instant.ts';
import { isoDayIn } from '#domain/wall-clock.ts';
import type { Database } from '../../store/database.ts';
import type { ReadBackRow } from '../../store/schema.ts';

const HOUR_MS = 3_600_000;
/** Nights begin when the fewest visitors wait, by the office's clock. */
const BEGINS_AT_MS = 3 * HOUR_MS;
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
 * The reading of this night: begins it, or goes on with it where it was left off.
 * @param now the server's own clock; a shared database uses its own instead
 * @returns undefined when there is nothing to do: it is done, or it failed a moment ago
 */
export async function takeReading(db: Database, now: Instant): Promise<ReadBackRow | undefined> {
  const { at } = await db.selectNoFrom(db.engine.instant(now).as('at')).executeTakeFirstOrThrow();
  const night = isoDayIn(at - BEGINS_AT_MS, office.timeZone);
  const before = await newestReading(db);
  if (before?.night === night) {
    const { ended_at, retry_at } = before;
    // Further away than it was ever set, it was written before the clock was set back.
    const isLater = retry_at !== null && retry_at > at && retry_at <= at + AGAIN_MS;
    return ended_at !== null || isLater ? undefined : before;
  }
  const begun = { ...NONE_YET, night, began_at: at, cursor_at: at - RECENT_MS };
  return db
    .insertInto('read_back')
    .values({ id: 1, older_at: 0, older_id: '', done_at: null, ...begun })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(begun))
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Puts the reading off. @param problem why it cannot go on for now */
export async function postponeReading(db: Database, now: Instant, problem: string): Promise<void> {
  const again = sql<number>`${db.engine.instant(now)} + ${AGAIN_MS}`;
  await db.updateTable('read_back').set({ problem, retry_at: again }).execute();
}

/**
 * Whether the reading still stands where it stood: what somebody reads late, on a server that works no more, is not
 * written.
 */
export function standsAt(run: ReadBackRow): RawBuilder<boolean> {
  const { night, part, cursor_at, cursor_id, older_at, older_id } = run;
  return sql`(night, part, cursor_at, cursor_id, older_at, older_id)
    = (${night}, ${part}, ${cursor_at}, ${cursor_id}, ${older_at}, ${older_id})`;
}

/** What follows a part that has been read to its end; after the last one the reading is complete. */
export async function endPart(db: Database, run: ReadBackRow, now: Instant): Promise<void> {
  const at = db.engine.instant(now);
  const from = { cursor_at: 0, cursor_id: '' };
  const isLastOfAll = run.sampled < SAMPLE;
  const next = {
    recent: { part: 'gone', ...from },
    gone: { part: 'older', ...from },
    older: {
      ...{ ended_at: at, done_at: at, problem: null },
      ...(isLastOfAll && { older_at: 0, older_id: '' }),
    },
  } as const;
  await db.updateTable('read_back').set(next[run.part]).where(standsAt(run)).execute();
}
