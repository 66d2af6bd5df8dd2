import { type CompiledQuery, type Dialect, Kysely, type QueryResult, type RawBuilder } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { isRequired, refuseEmpty } from './outdated.ts';
import type { Schema } from './schema.ts';

/** What differs between SQLite and PostgreSQL; all statements are the same for both. */
export interface Engine {
  /**
   * The current time inside a statement: the server's own clock on an embedded
   * database, the database's clock on one that several servers share.
   * @param ownMs the server's own clock
   */
  instant(ownMs: Instant): RawBuilder<number>;
  /** Whether several servers may share the database. */
  readonly shared: boolean;
  /** A text that differs once anything was written, by this server or by another. */
  readonly version: RawBuilder<string>;
  /**
   * Runs the statements in order, all of them or none; resolves once that is durable. A statement that is `required`
   * and finds no row ends the transaction.
   */
  atomically(db: Kysely<Schema>, queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]>;
  /** Where the database is files of ours: rids them of what was deleted. */
  readonly files?: DatabaseFiles;
}

export interface DatabaseFiles {
  /** Whether an older version may have left there what it deleted. */
  hasRemains(): Promise<boolean>;
  /** Empties the write-ahead log. @returns false when somebody who reads has prevented it */
  emptyLog(): Promise<boolean>;
  /** Writes the file anew without those remains, while everything that writes waits; rejects when it could not. */
  rewrite(): Promise<void>;
  /** What has become of the files, when they are no longer those that were opened: nothing is confirmed then. */
  lost(): Promise<LostDatabase | undefined>;
}

/** Files that were removed, replaced or cut while they were open. */
export interface LostDatabase {
  /** French: what happened to which file. */
  readonly what: string;
  /** When it was noticed. */
  readonly since: Instant;
  /** The file into which all that could still be read was copied; undefined: nothing had to be or could be. */
  readonly rescued: string | undefined;
}

/** Kysely over all tables, with the engine that stores them. */
export class Database extends Kysely<Schema> {
  readonly engine: Engine;

  constructor(dialect: Dialect, engine: Engine) {
    super({ dialect });
    this.engine = engine;
  }

  /** Runs the statements in order, all of them or none; resolves once that is durable. */
  atomically(queries: readonly CompiledQuery[]): Promise<QueryResult<unknown>[]> {
    return this.engine.atomically(this, queries);
  }
}

/** The statements in one transaction of their own. */
export function inTransaction(
  db: Kysely<Schema>,
  queries: readonly CompiledQuery[],
): Promise<QueryResult<unknown>[]> {
  return db.transaction().execute(async (tx) => {
    const results: QueryResult<unknown>[] = [];
    for (const query of queries) {
      const result = await tx.executeQuery(query);
      if (isRequired(query)) refuseEmpty(result);
      results.push(result);
    }
    return results;
  });
}
