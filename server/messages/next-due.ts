import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import { WAITING } from './claim.ts';

/**
 * How long it takes until a message of a channel can be claimed.
 * @param now the server's own clock, in milliseconds since the epoch
 * @returns milliseconds, 0 or less when one can be claimed now; undefined when none waits
 */
export async function nextDueMessage(
  db: Database,
  channel: Channel,
  now: number,
): Promise<number | undefined> {
  const instant = db.engine.instant(now);
  const waiting = db.selectFrom('messages').where(WAITING).where('channel', '=', channel);
  const due = await waiting
    .select('id')
    .where('due_at', '<=', instant)
    .where(sql<boolean>`(lease_until is null or lease_until <= ${instant})`)
    .limit(1)
    .executeTakeFirst();
  if (due) return 0;
  const [later, leased] = await Promise.all([
    waiting
      .select('due_at as at')
      .select(instant.as('now'))
      .where('due_at', '>', instant)
      .orderBy('due_at')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('messages')
      .select((e) => e.fn.min('lease_until').as('at'))
      .select(instant.as('now'))
      .where(WAITING)
      .where('channel', '=', channel)
      .where('lease_owner', 'is not', null)
      .executeTakeFirst(),
  ]);
  const inMs = [later, leased].flatMap((row) => (row?.at == null ? [] : [Number(row.at) - Number(row.now)]));
  return inMs.length === 0 ? undefined : Math.min(...inMs);
}
