import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type DialectAdapter,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely';
import { prepare } from './group-commit.ts';

/** Node's own SQLite in the form in which Kysely expects a native module. */
export function adapt(database: DatabaseSync): SqliteDatabase {
  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = prepare(database, sql);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

function values(parameters: readonly unknown[]): SQLInputValue[] {
  return parameters as SQLInputValue[];
}

/** Kysely's SQLite dialect over Node's own SQLite instead of a native module. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  override createDriver(): Driver {
    return new NodeSqliteDriver(this.#database);
  }

  override createAdapter(): DialectAdapter {
    return new NodeSqliteAdapter();
  }
}

/**
 * SQLite takes changes of tables back as it does any other (https://www.sqlite.org/lang_transaction.html); Kysely would
 * commit each statement of a migration by itself, and a crash between two would leave a database that no start can use.
 */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDriver extends SqliteDriver {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    super({ database: adapt(database) });
    this.#database = database;
  }

  /**
   * A deferred transaction that reads before it writes fails at once, whatever the busy timeout, when another
   * process has written in between (SQLITE_BUSY_SNAPSHOT, https://www.sqlite.org/isolation.html).
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }

  /**
   * A full disk rolls back on its own (https://www.sqlite.org/lang_transaction.html); rolling back again would
   * fail, and hide from the operator what really happened.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}
