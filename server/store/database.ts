import { type CompiledQuery, type Dialect, Kysely, type QueryResult, type RawBuilder } from 'kysely';
import type { Schema } from './schema.ts';

/** All in which the engines differ; every statement is shared. */
export interface Engine {
  /**
   * What counts as now, wherever an instant decides: the server's own clock on an embedded database,
   * the database's on one that several servers share.
   * @param ownMs the server's own clock, in milliseconds since the epoch
   */
  instant(ownMs: number): RawBuilder<number>;
  /** Whether several servers may work on it: then its clock decides, and claims pass over the rows of each other. */
  readonly shared: boolean;
  /** Runs the statements in order, all of them or none; resolves once that is durable. */
  together(db: Kysely<Schema>, queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
}

/** The tables, and what is particular about the engine that keeps them. */
export class Database extends Kysely<Schema> {
  readonly engine: Engine;

  constructor(dialect: Dialect, engine: Engine) {
    super({ dialect });
    this.engine = engine;
  }

  /** Runs the statements in order, all of them or none; resolves once that is durable. */
  together(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    return this.engine.together(this, queries);
  }
}

/** The statements in one transaction of their own. */
export function inTransaction(
  db: Kysely<Schema>,
  queries: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  return db.transaction().execute(async (tx) => {
    const results: QueryResult<unknown>[] = [];
    for (const query of queries) results.push(await tx.executeQuery(query));
    return results;
  });
}
