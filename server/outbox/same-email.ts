import { sql } from 'kysely';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';

/**
 * Twins are leads with the same e-mail, whatever its case. Two of them may never both be under way, or both of unknown
 * outcome: nobody could tell later which of them a record is. They go one after the other, the oldest first.
 */

export interface Ahead {
  /** How many twins go first. */
  readonly twins: number;
  /** In how many milliseconds the last of those whose outcome is unknown is looked for; 0 when none rests. */
  readonly restingMs: number;
}

export interface AheadOptions {
  /** Whether the outcome of these leads is unknown already: such a lead goes before its twins. */
  readonly unknown: boolean;
  /** Not so where the newest leads are tried first: they would be tried again and again, and their twins never. */
  readonly oldestFirst: boolean;
  readonly now: number;
}

/**
 * Which of the leads have to let a twin go first. To be asked once their own attempt is on record: of two twins that
 * two servers take at the same moment, whoever was recorded second then sees the first, so never both go. Those that
 * are held back or that every strategy was refused for are not waited for, unless they may have landed.
 */
export async function twinsAhead(
  db: Database,
  leadIds: readonly string[],
  { unknown, oldestFirst, now }: AheadOptions,
): Promise<Map<string, Ahead>> {
  const instant = db.engine.instant(now);
  const underWay = sql<boolean>`(o.unknown_outcome = 1 and o.lease_until > ${instant})`;
  const older = sql<boolean>`(twin.created_at, twin.id) < (own.created_at, own.id)`;
  const perhapsThere = sql<boolean>`o.unknown_outcome = 1`;
  const first = oldestFirst
    ? sql<boolean>`(${perhapsThere} or (o.refused_at is null and ${older}))`
    : perhapsThere;
  const resting = sql`case when o.unknown_outcome = 1 and (o.lease_until is null or o.lease_until <= ${instant}) then o.due_at - ${instant} end`;
  const rows = await db
    .selectFrom('leads as own')
    .innerJoin('leads as twin', (join) =>
      join.on(sql`lower(twin.email)`, '=', sql`lower(own.email)`).onRef('twin.id', '!=', 'own.id'),
    )
    .innerJoin('outbox as o', 'o.lead_id', 'twin.id')
    .select((e) => ['own.id', e.fn.countAll().as('twins'), sql<number | null>`max(${resting})`.as('resting')])
    .where('own.id', 'in', leadIds)
    .where('o.state', '=', 'waiting')
    .where('o.held_because', 'is', null)
    .where(unknown ? underWay : first)
    .groupBy('own.id')
    .execute();
  return new Map(
    rows.map(({ id, twins, resting }) => [
      id,
      { twins: Number(twins), restingMs: Math.max(0, Number(resting ?? 0)) },
    ]),
  );
}

/** More than these are looked for together only after a restore, and then in several rounds. */
const MOST_TWINS = 500;

/** The twins of these leads that may have landed as well, held back or not; the oldest first. */
export async function unknownTwins(db: Database, leads: readonly StoredLead[]): Promise<StoredLead[]> {
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
    .limit(MOST_TWINS)
    .execute();
  return rows.map(toLead);
}

/** What two twins have in common; in JavaScript's words, for leads that are in hand. */
export function identityOf({ email }: Pick<StoredLead, 'email'>): string {
  return email.toLowerCase();
}

/** In the order of creation, as the database has it. */
export function byAge(a: StoredLead, b: StoredLead): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}
