import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { watchSetBack } from '../store/set-back.ts';
import type { Clock } from '../system/clock.ts';
import { POLL_MS } from './loop.ts';
import { GIVEN_BACK, type Queue, type QueueTable } from './queue.ts';

/** More than one server ever leases. */
const BATCH = 500;

/** In the order of their index, so that the database reads it and not the whole table, whatever it estimates. */
function leasedRows(db: Database, { table, key, leased }: Queue) {
  return db.selectFrom(table).select(key).where(leased).orderBy('lease_until').limit(BATCH);
}

/**
 * Ends leases before their time. A row of unknown outcome is left alone for a while (`landingMs`): its attempt may have
 * been made a moment ago.
 * @param owner whose leases; 'everyone' only where no other process can have one, as on an embedded database
 * @param now the server's own clock
 * @param values what else is written
 */
export async function returnLeases(
  db: Database,
  queue: Queue,
  owner: string | 'everyone',
  now: Instant,
  values: UpdateObject<Schema, QueueTable> = {},
): Promise<void> {
  const { table, key, landingMs } = queue;
  const landed = sql<number>`${db.engine.instant(now)} + ${landingMs}`;
  const landing = {
    due_at: sql<number>`case when unknown_outcome = 1 and due_at < ${landed} then ${landed} else due_at end`,
  };
  const theirs = leasedRows(db, queue).$if(owner !== 'everyone', (all) =>
    all.where('lease_owner', '=', owner),
  );
  let given: bigint;
  do {
    const { numUpdatedRows } = await db
      .updateTable(table)
      .set({ ...GIVEN_BACK, ...(landingMs > 0 && landing), ...values })
      .where(key, 'in', theirs)
      .executeTakeFirstOrThrow();
    given = numUpdatedRows;
  } while (given === BigInt(BATCH));
}

/**
 * Looks at the clock of a shared database when it is called, but no more often than a worker looks for work. Leases that
 * end later than a full lease from now were written before it was set back: they are shortened. Their owners are done by
 * then, since no work outlasts a lease.
 * @returns by how many milliseconds, at most, the clock was set back since it was looked at before; 0: it was not
 */
export function watchClock(db: Database, queue: Queue, clock: Clock): () => Promise<number> {
  const setBackMs = watchSetBack(db, clock);
  let lookedAt = Number.NEGATIVE_INFINITY;

  return async () => {
    if (clock.now() - lookedAt < POLL_MS) return 0;
    const byMs = await setBackMs();
    const whole = sql<number>`${db.engine.instant(clock.now())} + ${queue.leaseMs}`;
    await db
      .updateTable(queue.table)
      .set({ lease_until: whole })
      .where(queue.key, 'in', leasedRows(db, queue).where('lease_until', '>', whole))
      .execute();
    lookedAt = clock.now();
    return byMs;
  };
}
