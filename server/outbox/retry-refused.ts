import type { Kysely } from 'kysely';
import type { Schema } from '../store/schema.ts';

export interface RetryRefused {
  /** Milliseconds since the epoch; 0 for all: only leads that every strategy refused since then. */
  readonly refusedSince: number;
  readonly now: number;
}

/** Makes refused leads due now instead of on their slow schedule: what was wrong with all of them may be mended. */
export async function retryRefused(db: Kysely<Schema>, { refusedSince, now }: RetryRefused): Promise<void> {
  await db
    .updateTable('outbox')
    .set({ due_at: now })
    .where('state', '=', 'waiting')
    .where('refused_at', '>=', refusedSince)
    .where('due_at', '>', now)
    .execute();
}
