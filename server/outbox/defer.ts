import { sql, type UpdateObject } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { GIVEN_BACK, updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';
import { OUTBOX } from './queue.ts';
import type { Ahead } from './same-email.ts';

/** About as long as one delivery takes. */
const TURN_MS = 300;
/** No longer, since the leads ahead may be delivered earlier than planned. */
const LONGEST_MS = 300_000;

/**
 * For how many milliseconds a lead waits for others of the same e-mail. Partly random, so that leads that were
 * deferred for each other's sake do not meet again.
 * @param random in [0, 1)
 */
export function deferralMs({ count, restingMs }: Ahead, random: number): number {
  return Math.round(Math.min(Math.max(count * TURN_MS, restingMs), LONGEST_MS) + TURN_MS * 2 * random);
}

export interface Deferral {
  readonly leadId: string;
  readonly forMs: number;
}

/**
 * Gives the owner's leases back and makes the leads due again a little later, as if they had not been claimed.
 * @param now the server's own clock
 * @param values what else is known of them by now
 */
export async function defer(
  db: Database,
  owner: string,
  leads: readonly Deferral[],
  now: Instant,
  values: Pick<UpdateObject<Schema, 'outbox'>, 'unknown_outcome'> = {},
): Promise<void> {
  if (leads.length === 0) return;
  const waits = leads.map(({ leadId, forMs }) => sql`when ${leadId} then cast(${forMs} as bigint)`);
  await updateLeased(
    db,
    OUTBOX,
    owner,
    leads.map(({ leadId }) => leadId),
  )
    .set({
      ...GIVEN_BACK,
      ...values,
      due_at: sql<number>`${db.engine.instant(now)} + case lead_id ${sql.join(waits, sql` `)} end`,
    })
    .execute();
}
