import { type Kysely, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { type LeadStatus, statusAfter } from '#domain/lead-status.ts';
import { toLead } from '../../store/leads/lead-row.ts';
import type { LeadState } from '../../store/leads/lead-state.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import type { LeadRow, OutboxRow, RecordState, Schema } from '../../store/schema.ts';

/** Why one strategy was refused, in the provider's words. */
export interface StoredRejection {
  /** Index (from 0) of the strategy. */
  readonly strategy: number;
  readonly status: number;
  readonly type?: string;
  readonly message: string;
}

/** A lead with everything that is known about its delivery. */
export type OperatorLead = Omit<StoredLead, 'status'> & {
  /** As of the lead's events. */
  readonly status: LeadStatus;
  readonly state: LeadState;
  readonly attempts: number;
  readonly dueAt: Instant;
  /** Until when a worker has leased it; null: none has. */
  readonly leaseUntil: number | null;
  /** Index (from 0) of the strategy of the last attempt to create its record. */
  readonly strategy: number;
  /** An earlier attempt may have landed. */
  readonly unknownOutcome: boolean;
  readonly rejections: readonly StoredRejection[];
  readonly refusedAt: Instant | null;
  readonly lastError: string | null;
  readonly deliveredAt: Instant | null;
  readonly remoteId: string | null;
  /** How its record was found when it was read last; null: not read yet. */
  readonly recordState: RecordState | null;
  readonly recordReadAt: Instant | null;
  readonly heldBecause: string | null;
  /** An operator released it after it had been held: it is delivered after those that never were. */
  readonly released: boolean;
};

/** Whether it was delivered, and its record is no longer at the provider. */
export function isRecordGone({ state, recordState }: Pick<OperatorLead, 'state' | 'recordState'>): boolean {
  return state === 'delivered' && (recordState === 'gone' || recordState === 'left');
}

export type JoinedRow = LeadRow & OutboxRow;

/** Ids in one statement, within the engines' limits. */
const CHUNK = 500;

/** The rows as an operator sees them, in their order. */
export async function operatorLeads(db: Kysely<Schema>, rows: readonly JoinedRow[]): Promise<OperatorLead[]> {
  const statusOf = await statusesOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => toOperatorLead(row, statusOf(row.id)));
}

/** Reads the status of leads from their events. @returns the status for each of these ids */
export async function statusesOf(
  db: Kysely<Schema>,
  ids: readonly string[],
): Promise<(id: string) => LeadStatus> {
  const statuses = new Map<string, LeadStatus>();
  for (let from = 0; from < ids.length; from += CHUNK) {
    const events = await db
      .selectFrom('lead_events')
      .select(['lead_id', 'kind'])
      .where('lead_id', 'in', ids.slice(from, from + CHUNK))
      .orderBy('at')
      .orderBy('id')
      .execute();
    for (const [id, of] of Map.groupBy(events, ({ lead_id }) => lead_id)) statuses.set(id, statusAfter(of));
  }
  return (id) => statuses.get(id) ?? 'Cold';
}

export function toOperatorLead(row: JoinedRow, status: LeadStatus): OperatorLead {
  return {
    ...toLead(row),
    status,
    state: stateOf(row),
    attempts: row.attempts,
    dueAt: row.due_at,
    leaseUntil: row.lease_until,
    strategy: row.strategy,
    unknownOutcome: row.unknown_outcome === 1,
    rejections: JSON.parse(row.rejections ?? '[]') as StoredRejection[],
    refusedAt: row.refused_at,
    lastError: row.last_error,
    deliveredAt: row.delivered_at,
    remoteId: row.remote_id,
    recordState: row.record_state,
    recordReadAt: row.record_read_at,
    heldBecause: row.held_because,
    released: row.released === 1,
  };
}

function stateOf(row: OutboxRow): LeadState {
  if (row.state === 'delivered') return 'delivered';
  if (row.held_because !== null) return 'held';
  return row.refused_at === null ? 'waiting' : 'refused';
}

/**
 * Every lead with its outbox row. SQLite reads the tables of a cross join from left to right
 * (https://www.sqlite.org/optoverview.html#crossjoin): here the leads in their order, and for each its row.
 */
export function leadsWithOutbox(db: Kysely<Schema>) {
  return db.selectFrom('leads').crossJoin('outbox').where(SAME_LEAD);
}

/** The same the other way round: the few outbox rows of a state, and for each its lead. */
export function outboxWithLeads(db: Kysely<Schema>) {
  return db.selectFrom('outbox').crossJoin('leads').where(SAME_LEAD);
}

const SAME_LEAD = sql<boolean>`outbox.lead_id = leads.id`;
