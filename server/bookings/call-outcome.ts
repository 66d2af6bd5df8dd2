import type { CompiledQuery } from 'kysely';
import type { Database } from '../store/database.ts';
import { required } from '../store/outdated.ts';
import type { StoredBooking } from './store/booking.ts';

/** What the owner says of a call: it took place, or nobody was reached. */
export type CallAnswer = 'tenu' | 'pas-joint';

export const OUTCOME_OF = { tenu: 'held', 'pas-joint': 'not-reached' } as const;

/** How long the links in the mail about a call are good for, and those in the weekly mail. */
export const CALL_LINK_MS = 14 * 24 * 60 * 60_000;

/**
 * The statement that stores what the owner says of a call, over what was said before; without a call that is as it was
 * read, its transaction is refused.
 * @param outcome null: what was said is taken back
 */
export function outcomeQuery(
  db: Database,
  {
    id,
    sequence,
    state,
    outcome: before,
    leadId,
  }: Pick<StoredBooking, 'id' | 'sequence' | 'state' | 'outcome' | 'leadId'>,
  outcome: StoredBooking['outcome'],
): CompiledQuery {
  const update = db
    .updateTable('bookings')
    .set({ outcome })
    .where('id', '=', id)
    .where('sequence', '=', sequence)
    .where('state', '=', state === 'cancelled' ? state : 'booked')
    .where('outcome', 'is not distinct from', before)
    .where('lead_id', 'is not distinct from', leadId);
  return required(update.compile());
}
