import { sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { idAfter } from '../../messages/ids.ts';
import { statusQuery } from '../../messages/new-message.ts';
import type { Database } from '../../store/database.ts';
import { eventQuery } from '../../store/leads/events.ts';
import { RECORD_GONE } from '../../store/leads/lead-state.ts';
import { statusesOf } from './operator-lead.ts';

/** So many are named in a mail, on a page and by doctor. */
export const MOST_NAMED = 100;

/** A lead whose record is gone at the provider, though nobody here erased it. */
export interface GoneRecord {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly deliveredAt: Instant;
}

export interface GoneRecords {
  readonly first: readonly GoneRecord[];
  /** Whether there are more than those. */
  readonly more: boolean;
}

/** The leads whose records were gone when they were read last, the first delivered first. */
export async function goneRecords(db: Database, limit = MOST_NAMED): Promise<GoneRecords> {
  // Each lead is looked up for itself: joined, an engine that has just counted its tables may read them all.
  const of = (column: 'name' | 'email') =>
    sql<string>`(select ${sql.ref(column)} from leads where leads.id = outbox.lead_id)`;
  const rows = await db
    .selectFrom('outbox')
    .select(['lead_id as id', sql<Instant>`delivered_at`.as('deliveredAt')])
    .select([of('name').as('name'), of('email').as('email')])
    .where(RECORD_GONE)
    .orderBy('delivered_at')
    .orderBy('lead_id')
    .limit(limit + 1)
    .execute();
  return { first: rows.slice(0, limit), more: rows.length > limit };
}

/**
 * Has other records made for leads whose records are gone, behind all leads that wait. Each is searched for first, as
 * after an answer that was lost: a record that somebody has put back meanwhile is found, and none is made. Its status
 * follows once it is there. Told twice at once, or again, it is done once.
 * @param now the asker's own clock
 * @returns the ids of those whose records will be made
 */
export async function renewRecords(db: Database, ids: readonly string[], now: Instant): Promise<string[]> {
  if (ids.length === 0) return [];
  const gone = await db
    .selectFrom('outbox')
    .select(['lead_id', 'remote_id'])
    .where('lead_id', 'in', ids)
    .where('record_state', 'in', ['gone', 'left'])
    .execute();
  const statusOf = await statusesOf(db, ids);
  const said = gone.flatMap(({ lead_id: leadId, remote_id: record }) => {
    // The same for both of two who say it at once.
    const id = idAfter(`${leadId} ${record}`, 'record-renewed');
    const event = {
      id,
      leadId,
      kind: 'record-renewed',
      by: 'owner',
      at: { now },
      detail: { record },
    } as const;
    const status = statusOf(leadId) === 'Cold' ? [] : [statusQuery(db, leadId, id, now)];
    return [eventQuery(db, event), ...status];
  });
  const again = db
    .updateTable('outbox')
    .set({
      ...{ state: 'waiting', due_at: db.engine.instant(now), released: 1, unknown_outcome: 1 },
      ...{
        remote_id: null,
        record_place: null,
        record_state: null,
        record_read_at: null,
        delivered_at: null,
      },
      ...{ rejections: null, refused_at: null, last_error: null },
    })
    .where('lead_id', 'in', ids)
    .where('state', '=', 'delivered')
    .where('record_state', 'in', ['gone', 'left'])
    .returning('lead_id')
    .compile();
  const results = await db.atomically([...said, again]);
  const renewed = (results.at(-1)?.rows ?? []) as { lead_id: string }[];
  return renewed.map(({ lead_id }) => lead_id);
}

/** Leaves records gone that somebody has deleted on purpose: nothing tells of them any more. @returns the ids of those that were */
export async function leaveGone(db: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const left = await db
    .updateTable('outbox')
    .set({ record_state: 'left' })
    .where('lead_id', 'in', ids)
    .where(RECORD_GONE)
    .returning('lead_id')
    .execute();
  return left.map(({ lead_id }) => lead_id);
}
