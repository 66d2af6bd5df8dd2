import pg from 'pg';

/** How long to wait for a connection and for a query, in milliseconds. */
export interface Timeouts {
  readonly connect: number;
  readonly query: number;
}

const BIGINT = 20;

/** pg returns a bigint as text; here every one is a count or an instant, and fits a number. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** SQLSTATE read_only_sql_transaction. */
const READ_ONLY = '25006';

/**
 * Closes its connection when a query times out: pg would go on using it, and every later query would wait behind the
 * answer of that one, which a frozen server never sends. Closed, all of them fail at once.
 *
 * It closes it also when the server at its other end takes no writes: after a failover that is the former primary, and a
 * session that began read-only stays so. The next query asks the address anew.
 */
export class SelfClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // A broken connection rejects the query under way. Without a listener its error event would also end the process.
    this.on('error', () => {});
    const query = this.query.bind(this) as (...parameters: unknown[]) => Promise<unknown>;
    const queryOrClose = async (...parameters: unknown[]) => {
      try {
        return await query(...parameters);
      } catch (error) {
        if (isOver(error)) this.#closeConnection(error);
        throw error;
      }
    };
    this.query = queryOrClose as typeof this.query;
  }

  #closeConnection(error: Error): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(error: Error): void } } })
      .connection;
    stream.destroy(error);
  }
}

function isOver(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY);
}

/** The limits of every session, in milliseconds, by PostgreSQL's names: the database gives up when we do, so that an abandoned query holds no lock. */
export function sessionLimits({ query }: Timeouts) {
  return { statement_timeout: query, idle_in_transaction_session_timeout: query * 5 };
}

/** How every connection is made. */
export function connectionOptions(url: string, patience: Timeouts): pg.ClientConfig {
  return {
    connectionString: url,
    types,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.query,
    ...sessionLimits(patience),
    // One question takes one processor: what the owner looks up must not take those that take leads.
    options: '-c max_parallel_workers_per_gather=0 -c jit=off',
    keepAlive: true,
    application_name: 'oui-48',
  };
}

/**
 * Connections to one PostgreSQL, made when they are needed.
 * Throws when the url cannot be understood.
 * @param onLost called when an idle connection breaks
 */
export function openPool(url: string, patience: Timeouts, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    ...connectionOptions(url, patience),
    Client: SelfClosingClient,
    max: 10,
    // A connection to a frozen database does not keep this process from ending.
    allowExitOnIdle: true,
  });
  pool.on('error', onLost);
  return pool;
}
