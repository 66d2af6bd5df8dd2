import { type Kysely, sql } from 'kysely';
import {
  IN_STATE,
  LEAD_STATES,
  type LeadState,
  leadsWithOrders,
  type OperatorLead,
  toOperatorLead,
} from './operator-lead.ts';
import type { Schema } from './schema.ts';

export interface PageRequest {
  readonly state?: LeadState | undefined;
  /** The last lead of the page before. */
  readonly after?: Pick<OperatorLead, 'createdAt' | 'id'> | undefined;
  readonly limit: number;
}

export type StateCounts = Readonly<Record<LeadState, number>>;

/** The leads that were accepted within one hour, by where they stand now. */
export interface HourCounts extends StateCounts {
  /** Beginning of the hour, milliseconds since the epoch. */
  readonly hour: number;
}

const HOUR_MS = 3_600_000;

export type OperatorReader = ReturnType<typeof operatorReader>;

/** What an operator asks about leads, on either engine; never writes. */
export function operatorReader(db: Kysely<Schema>) {
  const joined = () => leadsWithOrders(db).selectAll();

  return {
    /** Newest first. */
    async page({ state, after, limit }: PageRequest): Promise<OperatorLead[]> {
      let query = joined().orderBy('created_at', 'desc').orderBy('id').limit(limit);
      if (state !== undefined) query = query.where(IN_STATE[state]);
      if (after !== undefined) {
        query = query.where((e) =>
          e.or([
            e('created_at', '<', after.createdAt),
            e.and([e('created_at', '=', after.createdAt), e('id', '>', after.id)]),
          ]),
        );
      }
      return (await query.execute()).map(toOperatorLead);
    },

    /** Every lead of an e-mail address, whatever its case, newest first. */
    async byEmail(email: string): Promise<OperatorLead[]> {
      const rows = await joined()
        .where(sql<boolean>`lower(email) = lower(${email})`)
        .orderBy('created_at', 'desc')
        .orderBy('id')
        .execute();
      return rows.map(toOperatorLead);
    },

    /**
     * The leads whose id begins so.
     * @param prefix lower-case hexadecimal digits and hyphens only
     */
    async byIdPrefix(prefix: string): Promise<OperatorLead[]> {
      const rows = await joined().where('id', 'like', `${prefix}%`).orderBy('id').execute();
      return rows.map(toOperatorLead);
    },

    async counts(): Promise<StateCounts> {
      const row = await db
        .selectFrom('outbox')
        .select((e) => LEAD_STATES.map((state) => e.fn.countAll().filterWhere(IN_STATE[state]).as(state)))
        .executeTakeFirstOrThrow();
      return countsOf(row);
    },

    /** When the oldest lead was accepted that is yet to be delivered and not held back, in milliseconds since the epoch. */
    async oldestWaitingAt(): Promise<number | undefined> {
      const { oldest } = await leadsWithOrders(db)
        .select((e) => e.fn.min('created_at').as('oldest'))
        .where(IN_STATE.sendable)
        .executeTakeFirstOrThrow();
      return oldest === null ? undefined : Number(oldest);
    },

    /** One entry for each hour in which a lead was accepted, oldest first. */
    async byHour(sinceMs: number): Promise<HourCounts[]> {
      const hour = sql<number>`created_at / ${sql.lit(HOUR_MS)}`;
      const rows = await leadsWithOrders(db)
        .select((e) => [
          hour.as('hour'),
          ...LEAD_STATES.map((state) => e.fn.countAll().filterWhere(IN_STATE[state]).as(state)),
        ])
        .where('created_at', '>=', sinceMs)
        .groupBy(hour)
        .orderBy('hour')
        .execute();
      return rows.map((row) => ({ hour: Number(row.hour) * HOUR_MS, ...countsOf(row) }));
    },

    /**
     * The lower median of the time from acceptance to delivery, over the leads accepted since.
     * @returns milliseconds; undefined when none was delivered
     */
    async medianDeliveryMs(sinceMs: number): Promise<number | undefined> {
      const delivered = leadsWithOrders(db)
        .where('created_at', '>=', sinceMs)
        .where('delivered_at', 'is not', null);
      const { total } = await delivered.select((e) => e.fn.countAll().as('total')).executeTakeFirstOrThrow();
      const row = await delivered
        .select(sql<number>`delivered_at - created_at`.as('took'))
        .orderBy('took')
        .offset(Math.max(0, Math.floor((Number(total) - 1) / 2)))
        .limit(1)
        .executeTakeFirst();
      return row && Math.max(0, Number(row.took));
    },
  };
}

function countsOf(row: Record<LeadState, unknown>): StateCounts {
  const { delivered, waiting, refused, held } = row;
  return {
    delivered: Number(delivered),
    waiting: Number(waiting),
    refused: Number(refused),
    held: Number(held),
  };
}
