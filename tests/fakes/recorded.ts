import type { CompiledQuery, DatabaseConnection, Dialect } from 'kysely';

/** Wraps a dialect so that every statement it runs is passed to `into`. */
export function recorded(dialect: Dialect, into: (statement: CompiledQuery) => void): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
    createDriver() {
      const driver = dialect.createDriver();
      const watched = new WeakSet<DatabaseConnection>();
      const acquire = driver.acquireConnection.bind(driver);
      driver.acquireConnection = async () => {
        const connection = await acquire();
        if (watched.has(connection)) return connection;
        watched.add(connection);
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = (statement) => {
          into(statement);
          return execute(statement);
        };
        return connection;
      };
      return driver;
    },
  };
}
