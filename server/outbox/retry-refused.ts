import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

export interface RetryRefused {
  /** Milliseconds since the epoch; 0 for all: only leads that every strategy refused since then. */
  readonly refusedSince: number;
  readonly now: number;
}

/** Makes refused leads due now instead of on their slow schedule: what was wrong with all of them may be mended. */
export async function retryRefused(db: Database, { refusedSince, now }: RetryRefused): Promise<void> {
  const instant = db.engine.instant(now);
  await db
    .updateTable('outbox')
    .set({ due_at: instant })
    .where('state', '=', 'waiting')
    .where('refused_at', '>=', sql<number>`${instant} - ${now - refusedSince}`)
    .where('due_at', '>', instant)
    .execute();
}
