import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import { readAside } from '../store/read-aside.ts';

/** Stuck mails are counted up to this number, so that counting takes the same time however many there are. */
const MOST_COUNTED = 2_000;

/** The state of the mail queue. */
export interface MailSummary {
  /** Mails that were attempted and not accepted yet, 2,000 at most. */
  readonly stuck: number;
  /** Whether there may be more of them. */
  readonly atLeast: boolean;
  /** When the oldest of them was made. */
  readonly stuckSince: number | undefined;
  /** Why the newest of them was not accepted: the mail server's answer, which may contain an address. */
  readonly reason: string | undefined;
}

/** Mails that were attempted and not accepted yet: word for word the condition of the index `messages_stuck`, by which they are ordered. */
export function stuckMails(db: Database) {
  return db
    .selectFrom('messages')
    .where(sql<boolean>`state = 'waiting' and last_error is not null`)
    .where('channel', '=', 'mail');
}

/**
 * Reads the state of the mail queue; mails that are settled, or wait for their first attempt, are not looked at. It
 * stops counting at 2,000. On an embedded database it runs on the writing thread, not on the one that answers visitors.
 * @param which `except`: all but the mail with that id; `to`: only mails to the owner; `madeAfter`: only mails made
 *   later than this instant
 */
export async function mailSummary(
  db: Database,
  {
    except,
    to,
    madeAfter = 0,
  }: { readonly except?: string; readonly to?: 'owner'; readonly madeAfter?: Instant } = {},
): Promise<MailSummary> {
  let stuck = stuckMails(db).where('created_at', '>', madeAfter);
  if (to !== undefined) stuck = stuck.where('recipient', '=', to);
  if (except !== undefined) stuck = stuck.where('id', '<>', except);
  const counted = db
    .selectFrom(stuck.select('created_at').orderBy('created_at').limit(MOST_COUNTED).as('first'))
    .select((e) => [e.fn.countAll<number>().as('count'), e.fn.min('created_at').as('since')]);
  const newest = stuck.select('last_error').orderBy('created_at', 'desc').limit(1);
  const [[counts], [last]] = await Promise.all([readAside(db, counted), readAside(db, newest)]);
  const stuckNow = counts?.count ?? 0;
  return {
    stuck: stuckNow,
    atLeast: stuckNow === MOST_COUNTED,
    stuckSince: counts?.since ?? undefined,
    reason: last?.last_error ?? undefined,
  };
}
