import type { Secret } from '../../config/secrets.ts';
import { within } from '../../system/within.ts';
import { connectionOptions, SelfClosingClient } from './pool.ts';

/** Any two numbers: each database counts its advisory locks by itself. */
const LOCK = [48, 1] as const;
/** Longer than a busy machine takes, shorter than a server may say nothing. */
const TIMEOUTS = { connect: 5_000, query: 10_000 };
const CLOSE_MS = 1_000;

/** Whose session has said nothing for so long stands still, or its machine is gone: its session is ended. */
const FROZEN_S = 30;

/**
 * The right to work for a database: an advisory lock, held by a connection that does nothing else. PostgreSQL frees it
 * when the connection ends, however that ends (https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS).
 */
export interface WorkLock {
  /** Aborted once the connection is gone, and the lock with it. */
  readonly lost: AbortSignal;
  /**
   * Takes the lock unless another server has it. Of one that has let no beat be heard for 30 s the connection is ended,
   * which the same role may do, so that the lock can be taken next time.
   */
  take(): Promise<'taken' | 'held' | 'ended'>;
  /** Lets others hear that this server works. Rejects when the lock may be lost. */
  beat(): Promise<void>;
  /** Gives the lock back, if it was taken. */
  close(): Promise<void>;
}

/**
 * Connects for the lock. The connection goes to PostgreSQL itself: behind a pooler no session would keep the lock.
 * @param frozenS after how many silent seconds another server is taken to stand still
 */
export async function openWorkLock(url: Secret, frozenS = FROZEN_S): Promise<WorkLock> {
  const client = new SelfClosingClient(connectionOptions(url.reveal(), TIMEOUTS));
  const lost = new AbortController();
  client.on('end', () => lost.abort());
  await client.connect();
  return {
    lost: lost.signal,

    async take() {
      const { rows } = await client.query<{ taken: boolean }>(
        'select pg_try_advisory_lock($1, $2) as taken',
        [...LOCK],
      );
      if (rows[0]?.taken) return 'taken';
      const ended = await client.query(
        `select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
        where locktype = 'advisory' and classid = $1 and objid = $2 and objsubid = 2 and granted
          and database = (select oid from pg_database where datname = current_database())
          and state_change < clock_timestamp() - make_interval(secs => $3)`,
        [...LOCK, frozenS],
      );
      return ended.rows.length > 0 ? 'ended' : 'held';
    },

    // Others see in pg_stat_activity when it was.
    beat: async () => void (await client.query('select 1')),
    close: () => within(CLOSE_MS, client.end()).catch(() => {}),
  };
}
