import { type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';

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
 * A query of pairs: one of the given leads (table alias `own`) and a lead with the same e-mail for which it has to wait
 * (aliases `other`, and `o` for its outbox row). A lead that has to wait for nobody is in no pair.
 */
export function pairsThatWait(
  db: Database,
  leadIds: readonly string[],
  { unknown, oldestFirst, now }: AheadOptions,
) {
  const instant = db.engine.instant(now);
  const older = sql<boolean>`(other.created_at, other.id) < (own.created_at, own.id)`;
  const mayHaveLanded = sql<boolean>`o.unknown_outcome = 1`;
  // A search for the older lead could take the younger one's record for its own, were that created first.
  const searchedFirst = sql<boolean>`(${mayHaveLanded} and (o.lease_until > ${instant} or ${older}))`;
  const first = oldestFirst
    ? sql<boolean>`(${mayHaveLanded} or (o.refused_at is null and ${older}))`
    : mayHaveLanded;
  return db
    .selectFrom('leads as own')
    .innerJoin('leads as other', (join) =>
      join.on(sql`lower(other.email)`, '=', sql`lower(own.email)`).onRef('other.id', '!=', 'own.id'),
    )
    .innerJoin('outbox as o', 'o.lead_id', 'other.id')
    .where('own.id', 'in', leadIds)
    .where('o.state', '=', 'waiting')
    .where('o.held_because', 'is', null)
    .where(unknown ? searchedFirst : first);
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
  const instant = db.engine.instant(options.now);
  const resting = sql`case when o.unknown_outcome = 1 and (o.lease_until is null or o.lease_until <= ${instant}) then o.due_at - ${instant} end`;
  const rows = await pairsThatWait(db, leadIds, options)
    .select((e) => ['own.id', e.fn.countAll().as('count'), sql<number | null>`max(${resting})`.as('resting')])
    .groupBy('own.id')
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

/** Other leads with the e-mails of these that may have landed too, held or not; the oldest first. */
export async function unknownSameEmail(db: Database, leads: readonly StoredLead[]): Promise<StoredLead[]> {
  const rows = await db
    .selectFrom('leads')
    .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
    .selectAll('leads')
    .where(
      sql`lower(leads.email)`,
      'in',
      leads.map(({ email }) => sql`lower(${email})`),
    )
    .where(
      'leads.id',
      'not in',
      leads.map(({ id }) => id),
    )
    .where('outbox.state', '=', 'waiting')
    .where('outbox.unknown_outcome', '=', 1)
    .orderBy('leads.created_at')
    .orderBy('leads.id')
    .limit(MOST_SAME_EMAIL)
    .execute();
  return rows.map(toLead);
}

/** What leads with the same e-mail have in common; SQL compares with lower() instead. */
export function emailKey({ email }: Pick<StoredLead, 'email'>): string {
  return email.toLowerCase();
}

/** In the order of creation, as the database has it. */
export function byAge(a: StoredLead, b: StoredLead): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
