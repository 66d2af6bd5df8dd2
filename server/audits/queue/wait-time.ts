import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import type { QueueState } from '../store/audit-queue.ts';
import { countRunners } from './runners.ts';

/** Until audits have been measured: what one takes on a small machine. In milliseconds. */
const ASSUMED_MS = 20_000;

/**
 * How long so many audits take, by how long the last ones took and how many servers work on them side by side.
 * @param now the server's own clock
 * @returns whole seconds, one at least, as Retry-After wants them
 */
export async function secondsFor(
  audits: number,
  { meanMs = ASSUMED_MS }: Pick<QueueState, 'meanMs'>,
  db: Database,
  now: Instant,
): Promise<number> {
  const inTurn = Math.ceil(audits / (await countRunners(db, now)));
  return Math.max(1, Math.ceil((inTurn * meanMs) / 1_000));
}
