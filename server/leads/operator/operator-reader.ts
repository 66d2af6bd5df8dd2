import { type Kysely, type RawBuilder, sql } from 'kysely';
import { cleanEmail } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { ACCEPTED_AT, IN_STATE, type LeadState, RECORD_GONE } from '../../store/leads/lead-state.ts';
import type { Schema } from '../../store/schema.ts';
import { leadsWithOutbox, type OperatorLead, operatorLeads, outboxWithLeads } from './operator-lead.ts';

export type StateCounts = Readonly<Record<LeadState, number>>;

/** The leads that were accepted within one hour, by where they stand now. */
export interface HourCounts extends StateCounts {
  /** Beginning of the hour. */
  readonly hour: Instant;
}

const HOUR_MS = 3_600_000;
/** Read in one statement when everything is read. */
const PAGE = 250;
/** The median is taken over so many of the newest deliveries at most. */
export const MEDIAN_OVER = 20_000;

export interface MedianDelivery {
  /** Milliseconds. */
  readonly ms: number;
  /** Whether there are more deliveries than it was taken over, the newest 20,000. */
  readonly newestOnly: boolean;
}

export type OperatorReader = ReturnType<typeof operatorReader>;

/** What an operator asks about leads, on either engine; never writes. */
export function operatorReader(db: Kysely<Schema>) {
  const joined = () => leadsWithOutbox(db).selectAll();

  /**
   * Every lead, or those of a state, newest first, page by page; each page is a query of its own, so that no snapshot
   * stays open.
   */
  async function* pages(state?: LeadState): AsyncGenerator<OperatorLead[]> {
    let last: OperatorLead | undefined;
    for (;;) {
      let query = joined().orderBy('created_at', 'desc').orderBy('id', 'desc').limit(PAGE);
      if (state !== undefined) query = query.where(IN_STATE[state]);
      if (last !== undefined)
        query = query.where(sql<boolean>`(created_at, id) < (${last.createdAt}, ${last.id})`);
      const page = await operatorLeads(db, await query.execute());
      last = page.at(-1);
      if (last === undefined) return;
      yield page;
    }
  }

  async function newestWhere(condition: RawBuilder<unknown>): Promise<OperatorLead[]> {
    const query = joined().where(sql<boolean>`${condition}`);
    return operatorLeads(db, await query.orderBy('created_at', 'desc').orderBy('id').execute());
  }

  return {
    /** The newest, newest first. */
    async newest(limit: number, state?: LeadState): Promise<OperatorLead[]> {
      // Most leads are delivered, so walking the newest finds them soon. The few of another state are read and sorted.
      if (state === undefined || state === 'delivered') {
        const found: OperatorLead[] = [];
        for await (const page of pages(state)) {
          found.push(...page);
          if (found.length >= limit) break;
        }
        return found.slice(0, limit);
      }
      const newest = db
        .selectFrom('outbox')
        .select('lead_id')
        .where(IN_STATE[state])
        .orderBy(ACCEPTED_AT, 'desc')
        .orderBy('lead_id', 'desc')
        .limit(limit);
      const rows = await joined()
        .where('id', 'in', newest)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return operatorLeads(db, rows);
    },

    pages,

    /** Those whose records were gone at the provider when they were read last, the newest first. */
    async recordsGone(limit: number): Promise<OperatorLead[]> {
      const gone = db
        .selectFrom('outbox')
        .select('lead_id')
        .where(RECORD_GONE)
        .orderBy('delivered_at', 'desc')
        .orderBy('lead_id', 'desc')
        .limit(limit);
      const rows = await joined()
        .where('id', 'in', gone)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return operatorLeads(db, rows);
    },

    /** Every lead of an e-mail address, however it is written, newest first. */
    byEmail: (email: string) => newestWhere(sql`lower(email) = lower(${cleanEmail(email)})`),

    /** Every lead whose name holds this text, newest first. SQLite folds the case of ASCII letters alone. */
    byName(text: string): Promise<OperatorLead[]> {
      const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
      return newestWhere(sql`lower(name) like lower(${pattern}) escape '\\'`);
    },

    /**
     * The leads whose id begins so.
     * @param prefix lower-case hexadecimal digits and hyphens only
     */
    async byIdPrefix(prefix: string): Promise<OperatorLead[]> {
      // Between these two uuids lie all with the prefix, in every collation: the primary key finds them, LIKE would not.
      const filled = (digit: string) => prefix + UUID_SHAPE.replaceAll('x', digit).slice(prefix.length);
      const rows = await joined()
        .where('id', '>=', filled('0'))
        .where('id', '<=', filled('f'))
        .where('id', 'like', `${prefix}%`)
        .orderBy('id')
        .execute();
      return operatorLeads(db, rows);
    },

    /** Counts every row: for the operator's commands, never for a server that visitors wait for. */
    async counts(): Promise<StateCounts> {
      const counted = () => db.selectFrom('outbox').select((e) => e.fn.countAll().as('counted'));
      const { total, ...left } = await db
        .selectNoFrom([
          counted().as('total'),
          counted().where(IN_STATE.waiting).as('waiting'),
          counted().where(IN_STATE.refused).as('refused'),
          counted().where(IN_STATE.held).as('held'),
        ])
        .executeTakeFirstOrThrow();
      return countsOf(Number(total), left);
    },

    /** How many held leads were accepted since one instant and before another. */
    async heldBetween(sinceMs: Instant, beforeMs: number): Promise<number> {
      const { counted } = await db
        .selectFrom('outbox')
        .select((e) => e.fn.countAll().as('counted'))
        .where(IN_STATE.held)
        .where(ACCEPTED_AT, '>=', sinceMs)
        .where(ACCEPTED_AT, '<', beforeMs)
        .executeTakeFirstOrThrow();
      return Number(counted);
    },

    /** One entry for each hour in which a lead was accepted, oldest first. */
    async byHour(sinceMs: number): Promise<HourCounts[]> {
      const hour = sql<number>`created_at / ${sql.lit(HOUR_MS)}`;
      const received = db
        .selectFrom('leads')
        .select((e) => [hour.as('hour'), sql<string>`'total'`.as('kind'), e.fn.countAll().as('counted')])
        .where('created_at', '>=', sinceMs)
        .groupBy(hour);
      const left = (state: keyof typeof IN_STATE) =>
        outboxWithLeads(db)
          .select((e) => [
            hour.as('hour'),
            sql<string>`${sql.lit(state)}`.as('kind'),
            e.fn.countAll().as('counted'),
          ])
          .where(IN_STATE[state])
          .where('created_at', '>=', sinceMs)
          .groupBy(hour);
      // One statement, so that all counts are of the same moment. Delivered leads are the rest, and need not be read.
      const rows = await received
        .unionAll(left('waiting'))
        .unionAll(left('refused'))
        .unionAll(left('held'))
        .execute();
      const hours = Map.groupBy(rows, (row) => Number(row.hour));
      return [...hours]
        .toSorted(([a], [b]) => a - b)
        .map(([hour, kinds]) => {
          const of = (kind: string) => Number(kinds.find((row) => row.kind === kind)?.counted ?? 0);
          const left = { waiting: of('waiting'), refused: of('refused'), held: of('held') };
          return { hour: hour * HOUR_MS, ...countsOf(of('total'), left) };
        });
    },

    /**
     * The lower median of the time from acceptance to delivery, over the newest leads accepted since.
     * @returns undefined when none was delivered
     */
    async medianDelivery(sinceMs: number): Promise<MedianDelivery | undefined> {
      const rows = await leadsWithOutbox(db)
        .select(sql<number>`delivered_at - created_at`.as('took'))
        .where('created_at', '>=', sinceMs)
        .where('delivered_at', 'is not', null)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(MEDIAN_OVER + 1)
        .execute();
      const newest = rows.slice(0, MEDIAN_OVER).map(({ took }) => took);
      const middle = newest.toSorted((a, b) => a - b)[Math.floor((newest.length - 1) / 2)];
      if (middle === undefined) return undefined;
      return { ms: Math.max(0, middle), newestOnly: rows.length > MEDIAN_OVER };
    },
  };
}

const UUID_SHAPE = 'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx';

/** What is neither waiting nor refused nor held is delivered. */
function countsOf(total: number, left: Record<Exclude<LeadState, 'delivered'>, unknown>): StateCounts {
  const [waiting, refused, held] = [Number(left.waiting), Number(left.refused), Number(left.held)];
  return { delivered: total - waiting - refused - held, waiting, refused, held };
}
