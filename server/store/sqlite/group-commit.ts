import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What one statement led to, as Kysely wants to hear it. */
export interface Result {
  readonly rows: unknown[];
  readonly numAffectedRows?: bigint;
}

/** What became of an act: one result for each of its statements, or why none of them counts. */
export type UnitOutcome = { readonly results: Result[] } | { readonly error: Error };

/** An act: statements of which all are carried out or none. */
export type UnitOfWork = readonly Statement[];

/**
 * Carries out many acts with one commit, so with one write to the disk that has to be waited for. An act that fails
 * is undone alone; when the commit fails, none of them has happened.
 * @returns one outcome for each act, in their order
 */
export function commitGroup(database: DatabaseSync, acts: readonly UnitOfWork[]): UnitOutcome[] {
  try {
    // A transaction that reads before it writes fails at once when another process has written in between.
    database.exec('begin immediate');
    const outcomes = acts.map((act) => carryOut(database, act));
    database.exec('commit');
    return outcomes;
  } catch (caught) {
    // A full disk has rolled back on its own already (https://www.sqlite.org/lang_transaction.html).
    if (database.isTransaction) database.exec('rollback');
    const error = caught instanceof Error ? caught : new Error(String(caught));
    return acts.map(() => ({ error }));
  }
}

function carryOut(database: DatabaseSync, act: UnitOfWork): UnitOutcome {
  database.exec('savepoint act');
  try {
    const results = act.map((statement) => run(database, statement));
    database.exec('release act');
    return { results };
  } catch (error) {
    if (!database.isTransaction || !(error instanceof Error)) throw error;
    database.exec('rollback to act; release act');
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

/** A statement of that connection, kept for the next time: one that is made anew keeps memory that nobody counts. */
export function prepare(database: DatabaseSync, sql: string): StatementSync {
  const known = prepared.get(database) ?? new Map<string, StatementSync>();
  prepared.set(database, known);
  const statement = known.get(sql) ?? database.prepare(sql);
  if (known.size < MOST_PREPARED) known.set(sql, statement);
  return statement;
}
