import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** The state of the mail queue; instants are milliseconds since the epoch. */
export interface MailSummary {
  /** Mails that were attempted and not accepted yet. */
  readonly stuck: number;
  /** When the oldest of them was made. */
  readonly stuckSince: number | undefined;
  /** Why the newest of them was not accepted: the mail server's answer, which may contain an address. */
  readonly reason: string | undefined;
}

/**
 * Reads the state of the mail queue; mails that are settled are not looked at.
 * @param of `except`: the id of a mail to leave out; `to`: only mails to the owner; `madeAfter`: only mails made later
 *   than this instant, in milliseconds since the epoch
 */
export async function mailSummary(
  db: Database,
  of: { readonly except?: string; readonly to?: 'owner'; readonly madeAfter?: number } = {},
): Promise<MailSummary> {
  const stuck = db
    .selectFrom('messages')
    .where(sql<boolean>`state = 'waiting'`)
    .where('channel', '=', 'mail')
    .where('attempts', '>', 0)
    .$if(of.to !== undefined, (query) => query.where('recipient', '=', of.to ?? 'owner'))
    .$if(of.madeAfter !== undefined, (query) => query.where('created_at', '>', of.madeAfter ?? 0))
    .where('id', '<>', of.except ?? '')
    .where('last_error', 'is not', null);
  const { count, since } = await stuck
    .select((e) => [e.fn.countAll().as('count'), e.fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
  const newest = await stuck.select('last_error').orderBy('created_at', 'desc').limit(1).executeTakeFirst();
  return {
    stuck: Number(count),
    stuckSince: since === null ? undefined : Number(since),
    reason: newest?.last_error ?? undefined,
  };
}
