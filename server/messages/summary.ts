import { sql } from 'kysely';
import type { Database } from '../store/database.ts';

/** How the mails fare; instants are milliseconds since the epoch. */
export interface MailSummary {
  /** Attempted and not accepted yet. */
  readonly stuck: number;
  /** Since when the longest of them is owed. */
  readonly stuckSince: number | undefined;
  /** Why the newest of them was not accepted, in the server's words: they may name a person. */
  readonly reason: string | undefined;
}

/**
 * What stands between the mails that are owed and a server that takes them; reads the live queue only.
 * @param of which of them: `except` leaves one out, `to` looks at those to the owner only
 */
export async function mailSummary(
  db: Database,
  of: { readonly except?: string; readonly to?: 'owner' } = {},
): Promise<MailSummary> {
  const stuck = db
    .selectFrom('messages')
    .where(sql<boolean>`state = 'waiting'`)
    .where('channel', '=', 'mail')
    .where('attempts', '>', 0)
    .$if(of.to !== undefined, (query) => query.where('recipient', '=', of.to ?? 'owner'))
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
