import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { type SentVersion, sentIn } from './sent.ts';

// Leads with the same e-mail, whatever its case, are delivered one after the other, the oldest first: were two of them
// under way or of unknown outcome together, nobody could tell later whose record is whose.

/** The leads of the same e-mail that a lead waits for. */
export interface Ahead {
  readonly count: number;
  /** In how many milliseconds the last of those whose outcome is unknown is searched for; 0 when none is waiting. */
  readonly restingMs: number;
}

export interface AheadOptions {
  /**
   * True for leads whose earlier attempt had an unknown outcome, false for all others. The unknown ones go first; of
   * two such leads with one e-mail, the older.
   */
  readonly unknown: boolean;
  /** Off while the newest leads are tried first: an older lead would then be deferred for ever. */
  readonly oldestFirst: boolean;
  /** The server's own clock. */
  readonly now: Instant;
}

/**
 * A query of one column, the given leads (alias `own`) that have to wait for a lead with the same e-mail, once for each
 * such lead; `restingMs` of `Ahead` beside it. The e-mails of a lead of unknown outcome are two where it was corrected: the
 * one that was sent and its own.
 */
function pairs(db: Database, leadIds: readonly string[], { unknown, oldestFirst, now }: AheadOptions) {
  const instant = db.engine.instant(now);
  const older = sql<boolean>`(other.created_at, other.id) < (own.created_at, own.id)`;
  const mayHaveLanded = sql<boolean>`o.unknown_outcome = 1`;
  // A search for the older lead could take the younger one's record for its own, were that created first.
  const searchedFirst = sql<boolean>`(${mayHaveLanded} and (o.lease_until > ${instant} or ${older}))`;
  const first = oldestFirst
    ? sql<boolean>`(${mayHaveLanded} or (o.refused_at is null and ${older}))`
    : mayHaveLanded;
  const others = db
    .selectFrom('leads as own')
    .innerJoin('outbox as mine', 'mine.lead_id', 'own.id')
    .where('own.id', 'in', leadIds);
  // Each join by an index of its own: with an `or` the engines would read a whole table.
  const alike = [
    others
      .innerJoin('leads as other', (join) => join.on(sql`lower(other.email)`, '=', sql`lower(own.email)`))
      .innerJoin('outbox as o', 'o.lead_id', 'other.id'),
    others
      .innerJoin('outbox as o', (join) =>
        join.on('o.unknown_outcome', '=', sql.lit(1)).on('o.sent_email', '=', sql`lower(own.email)`),
      )
      .innerJoin('leads as other', 'other.id', 'o.lead_id'),
    ...(unknown
      ? [
          others
            .innerJoin('leads as other', (join) =>
              join.on(sql`lower(other.email)`, '=', sql.ref('mine.sent_email')),
            )
            .innerJoin('outbox as o', 'o.lead_id', 'other.id'),
          others
            .innerJoin('outbox as o', (join) =>
              join.on('o.unknown_outcome', '=', sql.lit(1)).onRef('o.sent_email', '=', 'mine.sent_email'),
            )
            .innerJoin('leads as other', 'other.id', 'o.lead_id'),
        ]
      : []),
  ];
  const resting = sql<
    number | null
  >`case when ${mayHaveLanded} and (o.lease_until is null or o.lease_until <= ${instant}) then o.due_at - ${instant} end`;
  return alike
    .map((query) =>
      query
        .select(['own.id as own_id', 'other.id as other_id', resting.as('resting')])
        .whereRef('other.id', '!=', 'own.id')
        .where('o.state', '=', 'waiting')
        .where('o.held_because', 'is', null)
        .where(unknown ? searchedFirst : first),
    )
    .reduce((all, query) => all.union(query));
}

/** A query of the ids of those given leads that have to wait for a lead with the same e-mail. */
export function pairsThatWait(db: Database, leadIds: readonly string[], options: AheadOptions) {
  return db.selectFrom(pairs(db, leadIds, options).as('pairs')).select('own_id');
}

/** A query of the leads' e-mails in lower case, for `oneAtATime` to lock. */
export function emailsOf(leadIds: readonly string[]): RawBuilder<unknown> {
  return sql`select lower(email) from leads where id in (${sql.join(leadIds)})`;
}

/**
 * For each of the given leads that has to wait for others with the same e-mail: how many those are, and for how long.
 * Nobody waits for a lead that an operator has to release. A lead that the destination refused by every strategy is
 * waited for only while an earlier attempt of unknown outcome may have stored it.
 * @returns by lead id; a lead that may go at once is missing
 */
export async function sameEmailAhead(
  db: Database,
  leadIds: readonly string[],
  options: AheadOptions,
): Promise<Map<string, Ahead>> {
  const rows = await db
    .selectFrom(pairs(db, leadIds, options).as('pairs'))
    .select((e) => ['own_id as id', e.fn.countAll().as('count'), e.fn.max('resting').as('resting')])
    .groupBy('own_id')
    .execute();
  return new Map(
    rows.map(({ id, count, resting }) => [
      id,
      { count: Number(count), restingMs: Math.max(0, Number(resting ?? 0)) },
    ]),
  );
}

/** More of one e-mail are of unknown outcome only after a restore, and are then searched for in several rounds. */
const MOST_SAME_EMAIL = 500;

/** A lead whose outcome is unknown, and what was sent of it. */
export interface UnknownLead {
  readonly lead: StoredLead;
  readonly sent: readonly SentVersion[];
}

/** Other leads of these e-mails, their own or as they were sent, that may have landed too, held or not; the oldest first. */
export async function unknownSameEmail(
  db: Database,
  emails: readonly string[],
  leadIds: readonly string[],
): Promise<UnknownLead[]> {
  const lowered = emails.map((email) => sql<string>`lower(${email})`);
  const theirs = db
    .selectFrom('leads')
    .select('id')
    .where(sql`lower(email)`, 'in', lowered)
    .union(
      db
        .selectFrom('outbox')
        .select('lead_id as id')
        .where('unknown_outcome', '=', sql.lit(1))
        .where('sent_email', 'in', lowered),
    );
  const rows = await db
    .selectFrom(theirs.as('theirs'))
    .innerJoin('leads', 'leads.id', 'theirs.id')
    .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
    .selectAll('leads')
    .select('outbox.sent')
    .$if(leadIds.length > 0, (query) => query.where('leads.id', 'not in', leadIds))
    .where('outbox.state', '=', 'waiting')
    .where('outbox.unknown_outcome', '=', 1)
    .orderBy('leads.created_at')
    .orderBy('leads.id')
    .limit(MOST_SAME_EMAIL)
    .execute();
  return rows.map((row) => ({ lead: toLead(row), sent: sentIn(row.sent) }));
}

/** Those of these e-mails, as `emailKey` has them, under which an erased lead may have a record that was not searched for yet. */
export async function erasedSameEmail(db: Database, emails: readonly string[]): Promise<ReadonlySet<string>> {
  const lowered = emails.map((email) => sql<string>`lower(${email})`);
  const rows = await db
    .selectFrom('erased_searches')
    .select('email')
    .where(sql`lower(email)`, 'in', lowered)
    .execute();
  return new Set(rows.map(emailKey));
}

/** What leads with the same e-mail have in common; SQL compares with lower() instead. */
export function emailKey({ email }: Pick<StoredLead, 'email'>): string {
  return email.toLowerCase();
}

/** In the order of creation, as the database has it. */
export function byAge(a: StoredLead, b: StoredLead): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
