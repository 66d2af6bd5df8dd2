import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { makeDue } from '../queue/due.ts';
import type { Database } from '../store/database.ts';
import { OUTBOX } from './queue.ts';

export interface RetryRefused {
  /** Since when the destination refused every lead. */
  readonly refusedSince: Instant;
  readonly now: Instant;
}

/**
 * Makes leads due now, in batches, once the destination accepts leads again after having refused them all. Leads that
 * every strategy was refused for before that time were refused for another reason: they keep their slow schedule.
 */
export async function retryRefused(db: Database, { refusedSince, now }: RetryRefused): Promise<void> {
  const { at } = await db.selectNoFrom(db.engine.instant(now).as('at')).executeTakeFirstOrThrow();
  const which = sql<boolean>`(refused_at is null or refused_at >= ${at - (now - refusedSince)})`;
  for await (const _ of makeDue(db, OUTBOX, () => now, which));
}
