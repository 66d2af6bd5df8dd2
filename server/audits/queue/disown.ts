import type { Instant } from '#domain/instant.ts';
import { GIVEN_BACK } from '../../queue/queue.ts';
import type { Database } from '../../store/database.ts';

/**
 * Ends an audit of which its visitor says that the site is not theirs, whatever has become of it: a server that is
 * visiting the site loses its lease and breaks off, and no report is left to tell of.
 * @param now the server's own clock
 */
export async function disownAudit(db: Database, token: string, now: Instant): Promise<void> {
  await db
    .updateTable('audits')
    .set({
      state: 'refused',
      refusal: 'not-theirs',
      step: null,
      asker: null,
      ...GIVEN_BACK,
      ended_at: db.engine.instant(now),
    })
    .where('token', '=', token)
    .where('state', '<>', 'refused')
    .execute();
}

/** Whether its visitor has said so of an audit. */
export async function isDisowned(db: Database, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('audits')
    .select('token')
    .where('token', '=', token)
    .where('refusal', '=', 'not-theirs')
    .executeTakeFirst();
  return row !== undefined;
}
