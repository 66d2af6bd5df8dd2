import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { dueNow } from './due-now.ts';

/** Few enough that no visitor and no claim waits noticeably, and that a statement stays far below its time-out. */
const BATCH = 500;

/**
 * Makes leads that wait for a later attempt due now, one batch at each step; each batch is durable by itself. Held
 * leads stay as they are.
 * @param now the server's own clock, in milliseconds since the epoch
 * @param which only those
 */
export async function* makeDue(
  db: Database,
  now: () => number,
  which: RawBuilder<boolean> = sql`true`,
): AsyncGenerator<void> {
  for (const released of [0, 1] as const) {
    let last = { due_at: 0, lead_id: '' };
    for (;;) {
      const instant = db.engine.instant(now());
      const later = await db
        .selectFrom('outbox')
        .select(['due_at', 'lead_id'])
        .where(IN_STATE.sendable)
        .where('released', '=', sql.lit(released))
        .where('due_at', '>', instant)
        .where(sql<boolean>`(due_at, lead_id) > (${last.due_at}, ${last.lead_id})`)
        .where(which)
        .orderBy('due_at')
        .orderBy('lead_id')
        .limit(BATCH)
        .execute();
      const end = later.at(-1);
      if (end === undefined) break;
      last = end;
      await db
        .updateTable('outbox')
        .set({ due_at: dueNow(instant) })
        .where(
          'lead_id',
          'in',
          later.map(({ lead_id }) => lead_id),
        )
        .where(IN_STATE.sendable)
        .where('due_at', '>', dueNow(instant))
        .execute();
      yield;
    }
  }
}
