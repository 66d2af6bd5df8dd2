import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Queue } from './queue.ts';

/** Few enough that no visitor and no claim waits noticeably, and that a statement stays far below its time-out. */
const BATCH = 500;

/** A queue whose rows have a time at which they are due. */
type TimedQueue = Queue<'outbox' | 'messages'>;

/**
 * In how long the next row can be claimed: it is due, and its lease has ended. Each of the questions is answered by the
 * first entries of an index.
 * @param now the server's own clock
 * @returns milliseconds, 0 or less when one can be claimed now; undefined when none waits
 */
export async function nextDue(
  db: Database,
  { table, parts, free, order, leased, unsettled }: TimedQueue,
  now: Instant,
): Promise<number | undefined> {
  const instant = db.engine.instant(now);
  const firsts = parts.map((part, index) =>
    db
      .selectFrom(table)
      .select('due_at')
      .where(part)
      .where(free(instant))
      .orderBy(order)
      .limit(1)
      .as(`part_${index}`),
  );
  const leaseEnd = db
    .selectFrom(table)
    .select('lease_until')
    .where(leased)
    .where(unsettled)
    .where('lease_until', '>', instant)
    .orderBy('lease_until')
    .limit(1);
  const { now: at, ...found } = await db
    .selectNoFrom([...firsts, leaseEnd.as('lease_end'), instant.as('now')])
    .executeTakeFirstOrThrow();
  const instants = Object.values(found).filter((one) => one !== null);
  return instants.length === 0 ? undefined : Math.min(...instants) - at;
}

/**
 * Makes rows that wait for a later time due now, or as soon as their attempt must have landed; one batch at each step,
 * each durable by itself.
 * @param now the server's own clock
 * @param which only those
 */
export async function* makeDue(
  db: Database,
  { table, key, parts, landingMs }: TimedQueue,
  now: () => Instant,
  which: RawBuilder<boolean> = sql`true`,
): AsyncGenerator<void> {
  const id = sql.ref<string>(key);
  for (const part of parts) {
    let last = { due_at: 0, key: '' };
    for (;;) {
      const instant = db.engine.instant(now());
      const soonest = sql<number>`${instant} + ${landingMs} * unknown_outcome`;
      const later = await db
        .selectFrom(table)
        .select(['due_at', id.as('key')])
        .where(part)
        .where('due_at', '>', instant)
        .where(sql<boolean>`(due_at, ${id}) > (${last.due_at}, ${last.key})`)
        .where(which)
        .orderBy('due_at')
        .orderBy(id)
        .limit(BATCH)
        .execute();
      const end = later.at(-1);
      if (end === undefined) break;
      last = end;
      await db
        .updateTable(table)
        .set({ due_at: soonest })
        .where(
          id,
          'in',
          later.map((row) => row.key),
        )
        .where(part)
        .where('due_at', '>', soonest)
        .execute();
      yield;
    }
  }
}
