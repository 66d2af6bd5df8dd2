import type { DatabaseSync } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteDialect,
} from 'kysely';
import { adapt } from './dialect.ts';
import type { Statement } from './group-commit.ts';
import type { Writer } from './writer.ts';

/** Kysely over two connections to one file: reads on this thread, everything else through the writer. */
export class ThreadedDialect extends SqliteDialect {
  readonly #reader: DatabaseSync;
  readonly #writer: Writer;

  constructor(reader: DatabaseSync, writer: Writer) {
    super({ database: adapt(reader) });
    this.#reader = reader;
    this.#writer = writer;
  }

  override createDriver(): Driver {
    return new ThreadedDriver(this.#reader, this.#writer);
  }
}

class ThreadedDriver implements Driver {
  readonly #reader: DatabaseSync;
  readonly #writer: Writer;
  readonly #connection: DatabaseConnection;

  constructor(reader: DatabaseSync, writer: Writer) {
    this.#reader = reader;
    this.#writer = writer;
    this.#connection = {
      executeQuery: <R>(query: CompiledQuery) => this.#execute(query) as Promise<QueryResult<R>>,
      // biome-ignore lint/correctness/useYield: nothing streams here
      async *streamQuery() {
        throw new Error('The embedded database streams nothing');
      },
    };
  }

  async #execute({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<unknown>> {
    if (SelectQueryNode.is(query)) {
      const values = parameters as Parameters<ReturnType<DatabaseSync['prepare']>['all']>;
      return { rows: this.#reader.prepare(sql).all(...values) };
    }
    const statement: Statement = { sql, parameters };
    const [result] = await this.#writer.write([statement]);
    return result ?? { rows: [] };
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {}

  /** An interactive transaction would block every other write between its statements. */
  async beginTransaction(): Promise<void> {
    throw new Error('The embedded database takes several statements through `atomically` only');
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#writer.close();
    this.#reader.close();
  }
}
