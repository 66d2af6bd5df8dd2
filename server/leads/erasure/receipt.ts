import { sql } from 'kysely';
import { erasure as words } from '#content/erasure.ts';
import type { Instant } from '#domain/instant.ts';
import type { Config } from '../../config/config.ts';
import type { Database } from '../../store/database.ts';
import { frenchTime } from '../../system/french-time.ts';

/** One thing that is gone here, and since when. */
export interface ErasedThing {
  readonly what: 'lead' | 'booking' | 'audit' | 'message' | 'mail' | 'export';
  /** Of a lead or a booking its id, of an export its path; else `count` says how many. */
  readonly id?: string;
  readonly count?: number;
  readonly at: Instant;
}

/** A record at the provider; `record` null: one that is still to be searched for, as its lead was just being sent. */
export interface ProviderRecord {
  readonly record: string | null;
  readonly state: 'deleted' | 'owed' | 'gone';
  /** The instant of the erasure that it follows from. */
  readonly erasedAt: Instant;
  /** When the provider said so; of what is owed when it was asked for. */
  readonly at: Instant;
  /** Why it is owed still, in the provider's words. */
  readonly because?: string;
}

/** An erasure, without a name. */
export interface Erasure {
  readonly at: Instant;
  /** Leads, bookings and mailboxes. */
  readonly count: number;
}

/** The newest erasures since an instant. */
export async function erasuresSince(db: Database, since: Instant, most: number): Promise<Erasure[]> {
  const rows = await db
    .selectFrom('erasures')
    .select(['erased_at', (e) => e.fn.countAll().as('count')])
    .where('erased_at', '>=', since)
    .groupBy('erased_at')
    .orderBy('erased_at', 'desc')
    .limit(most)
    .execute();
  return rows.map(({ erased_at: at, count }) => ({ at, count: Number(count) }));
}

/** What the records of erasures since an instant have become; the newest first, 1,000 at most. */
export async function recordsErasedSince(
  db: Database,
  since: Instant,
  until: Instant,
): Promise<ProviderRecord[]> {
  const records = await db
    .selectFrom('erased_records')
    .select(['remote_id as record', 'state', 'erased_at', 'ended_at', 'last_error'])
    .where('erased_at', 'is not', null)
    .where('erased_at', '>=', since)
    .where('erased_at', '<=', until)
    .orderBy('erased_at', 'desc')
    .limit(MOST)
    .execute();
  const searches = await db
    .selectFrom('erased_searches')
    .select(['erased_at', 'last_error'])
    .where('erased_at', '>=', since)
    .where('erased_at', '<=', until)
    .limit(MOST)
    .execute();
  const owed = searches.map((row) => ({ ...row, record: null, state: 'owed' as const, ended_at: null }));
  return [...records, ...owed].map(({ record, state, erased_at, ended_at, last_error }) => ({
    ...{ record, state: state ?? 'owed', erasedAt: erased_at ?? since },
    at: ended_at ?? erased_at ?? since,
    ...(last_error !== null && ended_at === null && { because: last_error }),
  }));
}

const MOST = 1_000;

/**
 * The ids of records that have the e-mail of somebody who was erased, and of which could not be decided whose they are;
 * 1,000 at most.
 */
export async function undecidedRecords(db: Database, since: Instant, until: Instant): Promise<string[]> {
  const rows = await db
    .selectFrom('undecided_records')
    .select('remote_id')
    .where('erased_at', '>=', since)
    .where('erased_at', '<=', until)
    .orderBy('remote_id')
    .limit(MOST)
    .execute();
  return rows.map(({ remote_id }) => remote_id);
}

/** What is owed at the provider: how many records, since when, and why the oldest is, in the provider's words. */
export async function owedErasures(
  db: Database,
): Promise<{ readonly count: number; readonly since: Instant; readonly because: string | null }> {
  const owed = db.selectFrom('erased_records').where('state', '=', sql.lit('owed' as const));
  const { count } = await owed.select((e) => e.fn.countAll().as('count')).executeTakeFirstOrThrow();
  const searches = await db
    .selectFrom('erased_searches')
    .select((e) => e.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const oldest = async (query: Pick<typeof owed, 'select'>) =>
    query.select(['erased_at', 'last_error']).orderBy('erased_at').limit(1).executeTakeFirst();
  const first = (await oldest(owed)) ?? (await oldest(db.selectFrom('erased_searches') as never));
  return {
    count: Number(count) + Number(searches.count),
    since: first?.erased_at ?? 0,
    because: first?.last_error ?? null,
  };
}

/** What an erasure does not reach, one sentence each, French. */
export function outOfReach(
  { mail, webhook, airtable }: Pick<Config, 'mail' | 'webhook' | 'airtable'>,
  at: Instant,
  records: readonly ProviderRecord[],
  undecided: readonly string[],
): string[] {
  const text = words.outOfReach;
  return [
    text.backups(frenchTime(at)),
    ...(mail.smtp === undefined ? [] : [text.mails]),
    ...(records.some(({ record }) => record === null) ? [text.searched] : []),
    ...(undecided.length > 0 ? [text.undecided(undecided.join(', '))] : []),
    ...(airtable === undefined && records.length === 0 ? [] : [text.copies, text.trash]),
    ...(webhook === undefined ? [] : [text.webhook]),
    text.calendar,
  ];
}
