import { erasure as words } from '#content/erasure.ts';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { eraseRows } from '../erasure/erase-rows.ts';
import { removeErasedMails, removeMailsNaming } from '../erasure/erased-mails.ts';
import { removeOldExports } from '../erasure/exports.ts';
import { mirrorErasures } from '../erasure/mirror.ts';
import type { ErasedThing } from '../erasure/receipt.ts';

export interface Person {
  readonly leadIds: readonly string[];
  readonly bookingIds: readonly string[];
  /** Where the whole person is meant, and not one lead of theirs. */
  readonly email?: string | undefined;
}

export interface ErasedPerson {
  /** By the engine's clock. */
  readonly at: Instant;
  readonly erased: readonly ErasedThing[];
  /** What the folder of this machine keeps, one sentence each, French. */
  readonly left: readonly string[];
}

/**
 * Removes leads and bookings with all that belongs to them, the mails about them that are files here, and the exports
 * that were made before. What has to follow at the provider is written down in the database.
 * @param now the own clock
 */
export async function erasePerson(
  db: Database,
  dataDir: string,
  { leadIds, bookingIds, email }: Person,
  now: Instant,
): Promise<ErasedPerson> {
  const audits = await count(db, 'audits', leadIds);
  const messages = await count(db, 'messages', leadIds);
  const emails = email === undefined ? [] : [email];
  const { leads, at } = await eraseRows(db, { leadIds, bookingIds, emails, now });
  const named = new Set(leads.flatMap((lead) => [lead.email, lead.name]).concat(emails));
  const mails =
    (await removeErasedMails(db, dataDir, at)) + (await removeMailsNaming(db, dataDir, [...named]));
  const exports = await removeOldExports(db, dataDir);
  const left = exports.left.map(words.outOfReach.exports);
  try {
    await mirrorErasures(db, dataDir, now, at);
  } catch (error) {
    left.push(words.outOfReach.list(error instanceof Error ? error.message : String(error)));
  }
  const counts = { audit: audits, message: messages, mail: mails } as const;
  return {
    ...{ at, left },
    erased: [
      ...leads.map(({ id }) => ({ what: 'lead' as const, id, at })),
      ...bookingIds.map((id) => ({ what: 'booking' as const, id, at })),
      ...(Object.keys(counts) as (keyof typeof counts)[])
        .filter((what) => counts[what] > 0)
        .map((what) => ({ what, count: counts[what], at })),
      ...exports.deleted.map((id) => ({ what: 'export' as const, id, at })),
    ],
  };
}

async function count(
  db: Database,
  table: 'audits' | 'messages',
  leadIds: readonly string[],
): Promise<number> {
  let sum = 0;
  for (const id of leadIds) {
    const row = await db
      .selectFrom(table as 'audits')
      .select((e) => e.fn.countAll().as('count'))
      .where('lead_id', '=', id)
      .executeTakeFirstOrThrow();
    sum += Number(row.count);
  }
  return sum;
}
