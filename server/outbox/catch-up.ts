import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { dueNow } from './due-now.ts';

/** What a provider asks for after it was asked too often; if it wants more it will say so again. */
const PAUSE_MS = 30_000;
/** Within which a provider counts the requests that the process before this one has sent. */
const COUNTED_MS = 1_000;

/**
 * Makes everything that waits due now: what was written by a clock that has been set back since would wait for days.
 * For an embedded database only, where no other process works on it.
 * @param now the server's own clock, in milliseconds since the epoch
 */
export async function catchUp(db: Database, now: number): Promise<void> {
  const instant = db.engine.instant(now);
  await db
    .updateTable('outbox')
    .set({ due_at: dueNow(instant) })
    .where('state', '=', 'waiting')
    .where('due_at', '>', instant)
    .where('due_at', '>', dueNow(instant))
    .execute();
  const latest = sql<number>`${instant} + ${PAUSE_MS}`;
  await db.updateTable('pace').set({ next_at: latest }).where('next_at', '>', latest).execute();
  const counted = sql<number>`${instant} + ${COUNTED_MS}`;
  await db.updateTable('places').set({ free_at: counted }).where('free_at', '>', counted).execute();
}
