import { type RawBuilder, type Selectable, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../store/database.ts';
import type { Schema } from '../store/schema.ts';

export type QueueTable = 'outbox' | 'messages' | 'audits';

/**
 * A table of whose rows each is worked on by the one server that has leased it. Conditions are written as those of the
 * table's partial indexes, with literals, since the engines recognise a partial index by nothing else.
 */
export interface Queue<T extends QueueTable = QueueTable> {
  readonly table: T;
  /** Its primary key. */
  readonly key: 'lead_id' | 'id' | 'token';
  /** How long a lease lasts, in milliseconds. */
  readonly leaseMs: number;
  /** How long a row of unknown outcome is left alone after its attempt, in milliseconds. */
  readonly landingMs: number;
  /** What is left to do, in parts: rows of one are claimed when none of the parts before it can be. */
  readonly parts: readonly RawBuilder<boolean>[];
  /** Which of these rows may be claimed at that instant, as soon as they are due. */
  free(instant: RawBuilder<number>): RawBuilder<boolean>;
  /** Whether rows are due from `due_at` on; otherwise they are from the beginning. */
  readonly hasDueTime: boolean;
  /** In which order they are claimed. */
  readonly order: RawBuilder<unknown>;
  /** The rows that are leased. */
  readonly leased: RawBuilder<boolean>;
  /** The rows whose lease counts. */
  readonly unsettled: RawBuilder<boolean>;
}

export type Column<T extends QueueTable> = keyof Selectable<Schema[T]> & string;

/** Nobody has a lease at that instant. */
export function unleased(instant: RawBuilder<number>): RawBuilder<boolean> {
  return sql<boolean>`(lease_until is null or lease_until <= ${instant})`;
}

/** Who claims, and when. */
export interface Claimant {
  /** In whose name rows are leased. */
  readonly owner: string;
  /** The server's own clock; a shared database uses its own instead. */
  readonly now: Instant;
}

export interface ClaimOptions<T extends QueueTable, C extends Column<T>> extends Claimant {
  readonly limit: number;
  /** Of the rows that are due, only these; absent: all. */
  readonly only?: RawBuilder<boolean> | undefined;
  /** What a claim writes beside the lease. */
  readonly values?: { readonly [V in keyof Schema[T]]?: unknown };
  readonly columns: readonly C[];
}

/**
 * The statement that leases due rows of one part of a queue. That a row is free is asked again of the row as it is
 * written, so that one who claims late, on a server that works no more, takes nothing from who has the row by then.
 */
function claimStatement<T extends QueueTable, C extends Column<T>>(
  db: Database,
  { table, key, leaseMs, free, hasDueTime, order }: Queue<T>,
  part: RawBuilder<boolean>,
  { owner, now, limit, only = sql`true`, values = {}, columns }: ClaimOptions<T, C>,
) {
  const instant = db.engine.instant(now);
  const set = { ...values, lease_owner: owner, lease_until: sql`${instant} + ${leaseMs}` };
  return sql<Pick<Selectable<Schema[T]>, C> & { claimed_at: number }>`
    with due as (
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${part} and ${hasDueTime ? sql`due_at <= ${instant}` : sql`true`} and ${free(instant)} and ${only}
      order by ${order} limit ${limit}
    )
    update ${sql.table(table)}
    set ${sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`))}
    where ${sql.ref(key)} in (select ${sql.ref(key)} from due) and ${free(instant)}
    returning ${sql.join(columns.map((column) => sql.ref(column)))}, ${instant} as claimed_at`;
}

/** Leases due rows, the first of the queue's order first, all of one part. */
export async function claimRows<T extends QueueTable, C extends Column<T>>(
  db: Database,
  queue: Queue<T>,
  options: ClaimOptions<T, C>,
) {
  for (const part of queue.parts) {
    const { rows } = await claimStatement(db, queue, part, options).execute(db);
    if (rows.length > 0) return rows;
  }
  return [];
}

/** What a settled row says of its lease. */
export const GIVEN_BACK = { lease_owner: null, lease_until: null } as const;

/**
 * An update of those of the rows that the owner has leased and that are not settled. A lease that has ended and that no
 * other server has taken since still counts: the work was done all the same.
 * @param keys at least one
 */
export function updateLeased<T extends QueueTable>(
  db: Database,
  { table, key, unsettled }: Pick<Queue<T>, 'table' | 'key' | 'unsettled'>,
  owner: string,
  keys: readonly string[],
): UpdateQueryBuilder<Schema, T, T, UpdateResult> {
  const update = db
    .updateTable(table as QueueTable)
    .where(key, 'in', keys)
    .where('lease_owner', '=', owner)
    .where(unsettled);
  return update as unknown as UpdateQueryBuilder<Schema, T, T, UpdateResult>;
}
