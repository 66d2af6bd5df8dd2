import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Ahead } from './same-email.ts';

/** About what a request takes, and so a twin. */
const TURN_MS = 300;
/** Whom it waits for may be looked for earlier than was planned. */
const LONGEST_MS = 300_000;

/**
 * How long a lead lets its twins go first, in milliseconds; left to chance in part, so that two that stood back for
 * each other do not meet again.
 * @param random in [0, 1)
 */
export function standBackFor({ twins, restingMs }: Ahead, random: number): number {
  return Math.round(Math.min(Math.max(twins * TURN_MS, restingMs), LONGEST_MS) + TURN_MS * 2 * random);
}

export interface StandingBack {
  readonly leadId: string;
  readonly forMs: number;
}

export interface StandBackOptions {
  readonly now: number;
  /** What the row said before an attempt was recorded that now is not made; undefined: none was recorded. */
  readonly recorded?: { readonly unknown_outcome: 0 | 1 };
}

/** Gives leads back that the owner still holds, to be due again a little later, as if they had not been taken. */
export async function standBack(
  db: Database,
  owner: string,
  leads: readonly StandingBack[],
  { now, recorded }: StandBackOptions,
): Promise<void> {
  if (leads.length === 0) return;
  const waits = leads.map(({ leadId, forMs }) => sql`when ${leadId} then cast(${forMs} as bigint)`);
  await db
    .updateTable('outbox')
    .set({
      lease_owner: null,
      lease_until: null,
      due_at: sql<number>`${db.engine.instant(now)} + case lead_id ${sql.join(waits, sql` `)} end`,
      ...(recorded && { ...recorded, attempts: sql<number>`attempts - 1` }),
    })
    .where(
      'lead_id',
      'in',
      leads.map(({ leadId }) => leadId),
    )
    .where('lease_owner', '=', owner)
    .where('state', '=', 'waiting')
    .execute();
}
