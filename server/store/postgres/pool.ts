import pg from 'pg';

/** How long the server waits for its database. In milliseconds. */
export interface Timeouts {
  readonly connect: number;
  readonly query: number;
}

const BIGINT = 20;

/** A count or an instant fits a number; pg gives text unless told otherwise, and is told for these connections only. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/**
 * A connection that has let a query run out of time is no use any more: whatever it says next belongs to that query.
 * Cutting it makes all that waits on it fail at once, where a server that is frozen or gone would answer nothing.
 */
class SelfClosingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    // The query under way is told; the pool listens only while there is none, and an error nobody hears ends the process.
    this.on('error', () => {});
    const query = this.query.bind(this) as (...parameters: unknown[]) => Promise<unknown>;
    const orCut = async (...parameters: unknown[]) => {
      try {
        return await query(...parameters);
      } catch (error) {
        if (error instanceof Error && error.message === 'Query read timeout') this.#cut(error);
        throw error;
      }
    };
    this.query = orCut as typeof this.query;
  }

  #cut(error: Error): void {
    const { stream } = (this as unknown as { connection: { stream: { destroy(error: Error): void } } })
      .connection;
    stream.destroy(error);
  }
}

/**
 * Connections to one PostgreSQL, made when they are needed.
 * Throws when the url cannot be understood.
 * @param onLost told when an idle connection breaks, which concerns nobody's query
 */
export function openPool(url: string, patience: Timeouts, onLost: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    Client: SelfClosingClient,
    types,
    max: 10,
    connectionTimeoutMillis: patience.connect,
    query_timeout: patience.query,
    // The server gives up too, so that what nobody waits for any more holds no lock.
    statement_timeout: patience.query,
    idle_in_transaction_session_timeout: patience.query * 5,
    keepAlive: true,
    // What a frozen server still holds open does not keep this process from ending.
    allowExitOnIdle: true,
    application_name: 'oui-48',
  });
  pool.on('error', onLost);
  return pool;
}
