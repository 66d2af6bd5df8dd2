import { setTimeout as after } from 'node:timers/promises';
import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { recordQuery } from '../../messages/new-message.ts';
import { emailsOf } from '../../outbox/same-email.ts';
import type { Database } from '../../store/database.ts';
import { ACCEPTED_AT, IN_STATE } from '../../store/leads/lead-state.ts';
import { oneAtATime } from '../../store/one-at-a-time.ts';
import type { Schema } from '../../store/schema.ts';
import { eraseRows } from '../erasure/erase-rows.ts';
import { type OperatorLead, statusesOf, toOperatorLead } from './operator-lead.ts';

/** Rows in one transaction: few enough that a server waits only briefly for the lock of an embedded database. */
const BATCH = 500;
/**
 * The pause after a batch, in which a waiting server gets the lock: SQLite retries within a few milliseconds. As long
 * as the batch took, between these two.
 */
const SHORTEST_REST_MS = 10;
const LONGEST_REST_MS = 1_000;

/**
 * Due since the lead was accepted, and so due now, whatever the clock of the machine that the operator works on says.
 * The leads that have waited longest are then delivered first.
 */
const DUE = { due_at: ACCEPTED_AT };
const RELEASED = { held_because: null, released: 1, ...DUE } as const;

/** The columns of the index that holds the rows of a state, in its order (migrations/). */
const KEYS = {
  sendable: ['released', 'due_at', 'lead_id'],
  refused: ['refused_at', 'lead_id'],
  held: ['due_at', 'lead_id'],
} as const;

export type OperatorWriter = ReturnType<typeof operatorWriter>;

/**
 * What an operator changes, on either engine, while servers run; in short transactions.
 * @param rest waits that many milliseconds
 * @param now the own clock
 */
export function operatorWriter(
  db: Database,
  rest: (ms: number) => Promise<unknown> = after,
  now: () => Instant = Date.now,
) {
  /** Does the batches one by one; after each, an embedded database is left to the server for as long as it took. */
  async function* batchwise<T>(batches: AsyncIterable<() => Promise<T>>): AsyncGenerator<T> {
    for await (const work of batches) {
      const started = performance.now();
      yield await work();
      // PostgreSQL locks single rows, so that servers need not wait.
      const took = db.engine.shared ? 0 : performance.now() - started;
      await rest(Math.min(LONGEST_REST_MS, Math.max(SHORTEST_REST_MS, took)));
    }
  }

  /** Walks once over the rows of a state, in the order of its index. Each batch must be done before the next is read. */
  async function* walk<T>(
    state: keyof typeof KEYS,
    work: (ids: string[]) => Promise<T>,
    condition: RawBuilder<boolean> = sql<boolean>`true`,
  ): AsyncGenerator<() => Promise<T>> {
    const keys = KEYS[state];
    let last: readonly unknown[] | undefined;
    for (;;) {
      const from = last && sql<boolean>`(${sql.join(keys.map((key) => sql.ref(key)))}) > (${sql.join(last)})`;
      const unordered = db
        .selectFrom('outbox')
        .select(['lead_id', 'released', 'due_at', 'refused_at'])
        .where(IN_STATE[state])
        .where(condition)
        .where(from ?? sql<boolean>`true`);
      const rows = await keys
        .reduce((query, key) => query.orderBy(key), unordered)
        .limit(BATCH)
        .execute();
      const end = rows.at(-1);
      if (end === undefined) return;
      last = keys.map((key) => end[key]);
      yield () => work(rows.map(({ lead_id }) => lead_id));
    }
  }

  /** @returns the ids of those that were in that state */
  async function change(
    state: keyof typeof KEYS,
    values: UpdateObject<Schema, 'outbox'>,
    ids: readonly string[],
  ): Promise<string[]> {
    if (ids.length === 0) return [];
    const rows = await db
      .updateTable('outbox')
      .set(values)
      .where('lead_id', 'in', ids)
      .where(IN_STATE[state])
      .returning('lead_id')
      .execute();
    return rows.map(({ lead_id }) => lead_id);
  }

  async function changeAll(
    state: keyof typeof KEYS,
    values: UpdateObject<Schema, 'outbox'>,
    condition?: RawBuilder<boolean>,
  ): Promise<string[]> {
    const changed: string[] = [];
    const batches = walk(state, (ids) => change(state, values, ids), condition);
    for await (const ids of batchwise(batches)) changed.push(...ids);
    return changed;
  }

  return {
    /**
     * Makes waiting leads due at once; held and delivered leads stay as they are.
     * @returns the ids of those that are due now
     */
    makeDue: (ids: readonly string[]) => change('sendable', DUE, ids),
    makeAllDue: () => changeAll('sendable', DUE),
    /**
     * Has what is still to be written into records tried again at once. @param ids of the leads; absent: of all
     * @returns the ids of their leads
     */
    async makeRecordsDue(ids?: readonly string[]): Promise<string[]> {
      if (ids?.length === 0) return [];
      const rows = await db
        .updateTable('messages')
        .set({ due_at: sql<number>`created_at` })
        .where(sql<boolean>`state = 'waiting' and channel = 'provider'`)
        .where('lease_owner', 'is', null)
        .$if(ids !== undefined, (query) => query.where('lead_id', 'in', ids ?? []))
        .where(
          sql<boolean>`exists (select 1 from outbox where outbox.lead_id = messages.lead_id and ${IN_STATE.delivered})`,
        )
        .returning('lead_id')
        .execute();
      return [...new Set(rows.map(({ lead_id }) => lead_id ?? ''))];
    },
    /** The same for all leads that every strategy was refused for. */
    makeRefusedDue: () => changeAll('refused', DUE),

    /**
     * Releases held leads: they are due at once, but delivered after all that were never held.
     * @returns the ids of those that were held
     */
    release: (ids: readonly string[]) => change('held', RELEASED, ids),
    /** Holds leads that are not delivered yet. @param because for the operator (French) */
    hold: (ids: readonly string[], because: string) =>
      change('sendable', { held_because: because, ...DUE }, ids),
    releaseAll: () => changeAll('held', RELEASED),

    /**
     * Changes a mistyped address, here at once and in the record as soon as there is one. What an attempt has sent stands
     * in the outbox; what the browser has sent stays known, so that the same again is the same lead.
     * @returns whether the lead is there
     */
    async correctEmail(id: string, email: string): Promise<boolean> {
      const correct = db
        .updateTable('leads')
        .set({ email, first_email: sql`coalesce(first_email, email)` })
        .where('id', '=', id)
        .returning('id');
      const tell = recordQuery(db, id, crypto.randomUUID(), now());
      // An attempt that is just beginning takes the same locks: it sends the one address or the other, and says which.
      const locks = sql`${emailsOf([id])} union select lower(cast(${email} as text))`;
      const [corrected] = await oneAtATime(db, locks, [correct.compile(), tell]);
      return corrected?.rows.length === 1;
    },

    /**
     * Removes leads and all that belongs to them in one transaction. What stays is what `eraseRows` says.
     * @param bookingIds bookings to remove that need not be theirs
     * @returns each lead as it stood when it was removed
     */
    erase: (ids: readonly string[], bookingIds?: readonly string[]): Promise<OperatorLead[]> =>
      eraseThose(ids, undefined, bookingIds),

    /**
     * Removes the leads that are held and were accepted since one instant and before another.
     * @returns each as it stood when it was removed, batch by batch
     */
    eraseHeld: (sinceMs: number, beforeMs: number): AsyncGenerator<OperatorLead[]> =>
      batchwise(
        walk(
          'held',
          (ids) => eraseThose(ids, IN_STATE.held),
          sql`${ACCEPTED_AT} >= ${sinceMs} and ${ACCEPTED_AT} < ${beforeMs}`,
        ),
      ),

    /**
     * Holds what is not delivered yet and was accepted since an instant.
     * @param because for the operator (French)
     * @returns the ids of those that are held now and were not before
     */
    holdSince: (sinceMs: Instant, because: string): Promise<string[]> =>
      changeAll('sendable', { held_because: because, ...DUE }, sql`${ACCEPTED_AT} >= ${sinceMs}`),
  };

  async function eraseThose(
    leadIds: readonly string[],
    condition?: RawBuilder<boolean>,
    bookingIds?: readonly string[],
  ): Promise<OperatorLead[]> {
    const given = { ...(condition && { condition }), ...(bookingIds && { bookingIds }) };
    const statusOf = await statusesOf(db, leadIds);
    const { leads } = await eraseRows(db, { leadIds, now: now(), ...given });
    return leads.map((lead) => toOperatorLead(lead, statusOf(lead.id)));
  }
}
