import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Lead } from '#domain/lead.ts';
import type { Links } from '../../messages/links.ts';
import { compiledOnce } from '../../store/compiled-once.ts';
import type { Database } from '../../store/database.ts';
import { erasureKeys } from './keys.ts';

/** For how long a browser may still hold a lead of somebody who was erased. */
const LATE_MS = 40 * 24 * 60 * 60_000;

/**
 * Tells a lead that a browser has kept, and sends by itself, of somebody who was erased since. A lead's id follows from
 * what it says, so that whoever fills in the form again sends the same id: what differs is when the form was filled in.
 */
export interface LateLeads {
  /**
   * The statement that finds a row as long as the lead is none.
   * @param ageMs since the form was filled in, by the browser's clock alone; undefined: an older page did not say
   */
  notLate(lead: Pick<Lead, 'id' | 'email'>, ageMs: number | undefined): CompiledQuery | undefined;
}

export function lateLeads(db: Database, links: Pick<Links, 'keyedHash'>, now: () => Instant): LateLeads {
  const keys = erasureKeys(links);
  const query = compiledOnce(({ lead, mailbox, filledIn, ownMs }: Record<string, string | number>) =>
    db.selectNoFrom(sql<number>`1`.as('one')).where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('erasures')
            .select('key')
            .where('key', 'in', [lead as string, mailbox as string])
            .where('before_at', '>', filledIn as number)
            .where('erased_at', '>', ownMs as number),
        ),
      ),
    ),
  );
  return {
    notLate({ id, email }, ageMs) {
      const own = now();
      return query({
        lead: keys.lead(id),
        // Of a lead that does not say when it was filled in only what was accepted once is known to be old.
        mailbox: ageMs === undefined ? '' : keys.mailbox(email),
        filledIn: ageMs === undefined ? 0 : own - ageMs,
        ownMs: own - LATE_MS,
      });
    },
  };
}
