import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { makeDue } from './make-due.ts';

export interface RetryRefused {
  /** Milliseconds since the epoch: leads refused by every strategy before then keep their slow schedule. */
  readonly refusedSince: number;
  readonly now: number;
}

/** Makes due now what waits for a later attempt, in batches: what was wrong with all of it is mended. */
export async function retryRefused(db: Database, { refusedSince, now }: RetryRefused): Promise<void> {
  const { at } = await db.selectNoFrom(db.engine.instant(now).as('at')).executeTakeFirstOrThrow();
  const which = sql<boolean>`(refused_at is null or refused_at >= ${at - (now - refusedSince)})`;
  for await (const _ of makeDue(db, () => now, which));
}
