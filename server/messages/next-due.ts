import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import { unleased, WAITING, waitingOf } from './claim.ts';

/**
 * How long it takes until a message of a channel can be claimed. Each of the questions is answered by the first entries
 * of an index.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns milliseconds, 0 or less when one can be claimed now; undefined when none waits
 */
export async function nextDueMessage(
  db: Database,
  channel: Channel,
  now: number,
): Promise<number | undefined> {
  const instant = db.engine.instant(now);
  const free = (released: 0 | 1) =>
    waitingOf(db, channel, released).select('due_at').where(unleased(instant)).orderBy('due_at').limit(1);
  const leaseEnd = db
    .selectFrom('messages')
    .select('lease_until')
    .where('lease_owner', 'is not', null)
    .where('lease_until', '>', instant)
    .where('channel', '=', channel)
    .where(WAITING)
    .orderBy('lease_until')
    .limit(1);
  const found = await db
    .selectNoFrom([free(0).as('first'), free(1).as('behind'), leaseEnd.as('lease_end'), instant.as('now')])
    .executeTakeFirstOrThrow();
  const instants = [found.first, found.behind, found.lease_end].filter((at) => at !== null);
  return instants.length === 0 ? undefined : Math.min(...instants) - found.now;
}
