import { sql } from 'kysely';
import { LANDING_MS } from '../queue/backoff.ts';
import { updateLeased } from '../queue/queue.ts';
import type { Database } from '../store/database.ts';
import { IN_STATE } from '../store/leads/lead-state.ts';
import { oneAtATime } from '../store/one-at-a-time.ts';
import { OUTBOX } from './queue.ts';
import { type AheadOptions, emailsOf, pairsThatWait } from './same-email.ts';

export interface AttemptOptions extends AheadOptions {
  /** By which the record is to be created; undefined: it is searched for first, and may stand there by an earlier one. */
  readonly strategy?: number | undefined;
}

/**
 * Records, before anything is sent, that an attempt is under way: should this process die, the lead is of unknown
 * outcome, and due again only when the request must have landed. A lead that has to wait for another of the same
 * e-mail is left as it is, in the same statement: were it recorded and then deferred, a process that dies in between
 * would leave two leads of unknown outcome, and nobody could tell whose the record is.
 * @param leadIds no two of the same e-mail
 * @returns the ids of the leads whose attempt was recorded, which are to be sent now; the others are no longer leased by
 *   the owner, were held meanwhile, or have to wait for a lead with the same e-mail
 */
export async function recordAttempt(
  db: Database,
  owner: string,
  leadIds: readonly string[],
  options: AttemptOptions,
): Promise<Set<string>> {
  const { strategy } = options;
  const landed = sql<number>`${db.engine.instant(options.now)} + ${LANDING_MS}`;
  const record = updateLeased(db, OUTBOX, owner, leadIds)
    .set({
      attempts: sql`attempts + 1`,
      unknown_outcome: 1,
      due_at: landed,
      ...(strategy !== undefined && { strategy }),
    })
    .where(IN_STATE.sendable)
    .where('lead_id', 'not in', pairsThatWait(db, leadIds, options).select('own.id'))
    .returning('lead_id')
    .compile();
  const [recorded] = await oneAtATime(db, emailsOf(leadIds), [record]);
  const rows = (recorded?.rows ?? []) as { readonly lead_id: string }[];
  return new Set(rows.map(({ lead_id }) => lead_id));
}

/** Records by which strategy leads are created that were searched for in vain, if they are still leased by the owner. */
export async function recordStrategy(
  db: Database,
  owner: string,
  leadIds: readonly string[],
  strategy: number,
): Promise<void> {
  await updateLeased(db, OUTBOX, owner, leadIds).set({ strategy }).execute();
}
