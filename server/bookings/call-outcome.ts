import type { CompiledQuery } from 'kysely';
import type { Database } from '../store/database.ts';

/** What the owner says of a call: it took place, or nobody was reached. */
export type CallAnswer = 'tenu' | 'pas-joint';

export const OUTCOME_OF = { tenu: 'held', 'pas-joint': 'not-reached' } as const;

/** How long the links in the mail about a call are good for, and those in the weekly mail. */
export const CALL_LINK_MS = 14 * 24 * 60 * 60_000;

/**
 * The statement that stores what the owner says of a call, over what was said before.
 * @param unlessSaid leaves what was said before as it is
 */
export function outcomeQuery(
  db: Database,
  bookingId: string,
  answer: CallAnswer,
  unlessSaid = false,
): CompiledQuery {
  const outcome = OUTCOME_OF[answer];
  const update = db.updateTable('bookings').set({ outcome }).where('id', '=', bookingId);
  return (unlessSaid ? update.where('outcome', 'is', null) : update).compile();
}
