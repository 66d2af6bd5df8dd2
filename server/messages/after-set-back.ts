import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Channel } from '../store/schema.ts';
import { LEASE_MS } from '../worker/leased-worker.ts';
import { waitingOf } from './claim.ts';

const CHANNELS: readonly Channel[] = ['mail', 'webhook', 'provider'];
/** Few enough that no visitor and no claim waits noticeably, and that a statement stays far below its time-out. */
const BATCH = 500;

/**
 * Mends what the database's clock wrote before it was set back: what was due by it is due now, and no lease lasts
 * longer than its own term from now. What is to be sent later, as a reminder is, stays where it is.
 * @param now the server's own clock, in milliseconds since the epoch
 * @param byMs by how much it was set back since it was looked at last; 0: only leases are mended
 */
export async function mendAfterSetBack(db: Database, now: number, byMs: number): Promise<void> {
  const instant = db.engine.instant(now);
  const whole = sql<number>`${instant} + ${LEASE_MS}`;
  for (const channel of CHANNELS) {
    const ahead = db
      .selectFrom('messages')
      .select('id')
      .where('lease_owner', 'is not', null)
      .where('channel', '=', channel)
      .where('lease_until', '>', whole)
      .orderBy('lease_until')
      .limit(BATCH);
    await db.updateTable('messages').set({ lease_until: whole }).where('id', 'in', ahead).execute();
    if (byMs > 0) for (const released of [0, 1] as const) await makeDue(db, now, byMs, channel, released);
  }
}

async function makeDue(
  db: Database,
  now: number,
  byMs: number,
  channel: Channel,
  released: 0 | 1,
): Promise<void> {
  const instant = db.engine.instant(now);
  const late = waitingOf(db, channel, released)
    .select('id')
    .where('due_at', '>', instant)
    .where('due_at', '<=', sql<number>`${instant} + ${byMs}`)
    .orderBy('due_at')
    .limit(BATCH);
  let mended: bigint;
  do {
    const { numUpdatedRows } = await db
      .updateTable('messages')
      .set({ due_at: instant })
      .where('id', 'in', late)
      .executeTakeFirstOrThrow();
    mended = numUpdatedRows;
  } while (mended === BigInt(BATCH));
}
