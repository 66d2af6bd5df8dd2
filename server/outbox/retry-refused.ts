import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { dueNow } from './due-now.ts';

export interface RetryRefused {
  /** Milliseconds since the epoch: leads refused by every strategy before then keep their slow schedule; 0 for none. */
  readonly refusedSince: number;
  readonly now: number;
}

/** Makes due now what waits for a later attempt: what was wrong with all of it may be mended. */
export async function retryRefused(db: Database, { refusedSince, now }: RetryRefused): Promise<void> {
  const instant = db.engine.instant(now);
  const since = sql<number>`${instant} - ${now - refusedSince}`;
  await db
    .updateTable('outbox')
    .set({ due_at: dueNow(instant) })
    .where('state', '=', 'waiting')
    .where((e) => e.or([e('refused_at', 'is', null), e('refused_at', '>=', since)]))
    .where('due_at', '>', instant)
    .where('due_at', '>', dueNow(instant))
    .execute();
}
