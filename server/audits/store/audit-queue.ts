import { sql } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { AuditRow } from '../../store/schema.ts';

/** What `oneAtATime` locks while audits are counted, added or claimed. */
export const AUDITS = sql`select 'audits'`;

/** Waiting or running; written out, so that the engines see that the partial index has what is asked for. */
export const UNFINISHED = sql<boolean>`state in ('waiting', 'running')`;

/** How the queue stands: rows that wait, and how long recent audits took. */
export interface QueueState {
  /** Unfinished audits that are worked on before the one that was asked about, or before any new one. */
  readonly ahead: number;
  /** Those that wait, whatever their place; of them, those with a proof of work. */
  readonly waiting: { readonly all: number; readonly proved: number };
  /** Mean duration of the last audits, in milliseconds; undefined before the first. */
  readonly meanMs: number | undefined;
}

/** The mean duration is taken over so many of the last audits. */
const RECENT = 20;

/** Until audits have been measured: what one takes on a small machine. In milliseconds. */
const ASSUMED_MS = 20_000;

/**
 * How long so many audits take one after the other, by how long the last ones took.
 * @returns whole seconds, one at least, as Retry-After wants them
 */
export function secondsFor(audits: number, { meanMs = ASSUMED_MS }: Pick<QueueState, 'meanMs'>): number {
  return Math.max(1, Math.ceil((audits * meanMs) / 1_000));
}

/** How many audits stand before one, on either engine. */
export function auditQueue(db: Database) {
  return {
    /** @param place of an audit that waits, or would; absent: behind all with or without proof */
    async queue(place?: Pick<AuditRow, 'proved' | 'created_at' | 'token'>): Promise<QueueState> {
      const unfinished = await db
        .selectFrom('audits')
        .select(['token', 'proved', 'created_at', 'state'])
        .where(UNFINISHED)
        .execute();
      const before = (row: (typeof unfinished)[number]) =>
        place === undefined ||
        row.state === 'running' ||
        row.proved > place.proved ||
        (row.proved === place.proved && row.created_at < place.created_at);
      const recent = await db
        .selectFrom('audits')
        .select(['started_at', 'ended_at'])
        .where(sql<boolean>`state = 'done'`)
        .where('started_at', 'is not', null)
        .orderBy('ended_at', 'desc')
        .limit(RECENT)
        .execute();
      const took = recent.flatMap(({ started_at, ended_at }) =>
        started_at === null || ended_at === null ? [] : [ended_at - started_at],
      );
      const waiting = unfinished.filter(({ state }) => state === 'waiting');
      return {
        ahead: unfinished.filter((row) => row.token !== place?.token && before(row)).length,
        waiting: { all: waiting.length, proved: waiting.filter(({ proved }) => proved === 1).length },
        meanMs: took.length === 0 ? undefined : took.reduce((sum, ms) => sum + ms, 0) / took.length,
      };
    },
  };
}
