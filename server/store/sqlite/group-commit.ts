import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { isRequired, refuseEmpty } from '../outdated.ts';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** Without a row that it finds or changes, its unit fails. */
  readonly isRequired?: boolean;
}

/** The result of one statement, as Kysely expects it. */
export interface Result {
  readonly rows: unknown[];
  readonly numAffectedRows?: bigint;
}

/** What became of a unit of work: the results of its statements, or why none of them was carried out. */
export type UnitOutcome = { readonly results: Result[] } | { readonly error: Error };

/** Statements of which all are carried out or none. */
export type UnitOfWork = readonly Statement[];

/**
 * Carries out many units of work with one commit, and so with one write to the disk (group commit). A unit that fails
 * is rolled back alone; when the commit fails, all of them are.
 * @returns one outcome for each unit, in their order
 */
export function commitGroup(database: DatabaseSync, units: readonly UnitOfWork[]): UnitOutcome[] {
  try {
    // A transaction that reads before it writes fails at once when another process has written in between.
    database.exec('begin immediate');
    const outcomes = units.map((unit) => carryOut(database, unit));
    database.exec('commit');
    return outcomes;
  } catch (caught) {
    // A full disk has rolled back on its own already (https://www.sqlite.org/lang_transaction.html).
    if (database.isTransaction) database.exec('rollback');
    const error = caught instanceof Error ? caught : new Error(String(caught));
    return units.map(() => ({ error }));
  }
}

function carryOut(database: DatabaseSync, unit: UnitOfWork): UnitOutcome {
  database.exec('savepoint unit');
  try {
    const results = unit.map((statement) => {
      const result = run(database, statement);
      if (isRequired(statement)) refuseEmpty(result);
      return result;
    });
    database.exec('release unit');
    return { results };
  } catch (error) {
    if (!database.isTransaction || !(error instanceof Error)) throw error;
    database.exec('rollback to unit; release unit');
    return { error };
  }
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();
const MOST_PREPARED = 100;

function run(database: DatabaseSync, { sql, parameters }: Statement): Result {
  const statement = prepare(database, sql);
  const values = parameters as SQLInputValue[];
  if (statement.columns().length > 0) return { rows: statement.all(...values) };
  return { rows: [], numAffectedRows: BigInt(statement.run(...values).changes) };
}

/** A prepared statement of a connection, kept for the next time: preparing anew uses memory that V8 does not see. */
export function prepare(database: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>();
  prepared.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  if (known.size < MOST_PREPARED) known.set(sql, statement);
  return statement;
}
