import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';

/** For how long the provider counts a request that the process before this one sent. */
const COUNTED_MS = 1_000;

/**
 * Frees the permits that the process before this one has taken: it is gone, and what it sent has arrived.
 * For an embedded database only, where no other process works on it.
 * @param now the server's own clock
 */
export async function freeStalePermits(db: Database, now: Instant): Promise<void> {
  const counted = sql<number>`${db.engine.instant(now)} + ${COUNTED_MS}`;
  await db.updateTable('places').set({ free_at: counted }).where('free_at', '>', counted).execute();
}
