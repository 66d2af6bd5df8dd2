import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { EventKind } from '#domain/promise.ts';
import type { Database } from '../database.ts';
import type { LeadEventRow } from '../schema.ts';
import { leadReader } from './lead-reader.ts';
import type { StoredLead } from './lead-store.ts';

export interface LeadEvent {
  readonly at: Instant;
  readonly kind: EventKind;
  /** Who caused it. */
  readonly by: LeadEventRow['by'];
  readonly detail: Readonly<Record<string, unknown>>;
}

/** A lead and what happened to it, the oldest event first. */
export interface LeadStory {
  readonly lead: StoredLead;
  readonly events: readonly LeadEvent[];
}

export interface NewEvent {
  readonly id: string;
  readonly leadId: string;
  readonly kind: EventKind;
  readonly by: LeadEventRow['by'];
  /** When it happened: an instant of the store, or `now`, the server's own clock. */
  readonly at: Instant | { readonly now: Instant };
  readonly detail?: Readonly<Record<string, unknown>>;
}

/**
 * The statement that adds an event; when an event with its id exists, it changes nothing. What happens `now` stands after
 * all that was stored of its lead before, also within one millisecond and when a clock was put back: of two marks, or of
 * two changes to a call, the later one counts.
 */
export function eventQuery(db: Database, event: NewEvent): CompiledQuery {
  const { id, leadId, kind, by, at, detail } = event;
  return db
    .insertInto('lead_events')
    .values({
      id,
      lead_id: leadId,
      kind,
      by,
      at: typeof at === 'number' ? at : afterAllOf(db, leadId, at.now),
      ...(detail !== undefined && { detail: JSON.stringify(detail) }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .compile();
}

function afterAllOf(db: Database, leadId: string, now: Instant): RawBuilder<number> {
  const instant = db.engine.instant(now);
  return sql<number>`(select case when max(at) >= ${instant} then max(at) + 1 else ${instant} end
    from lead_events where lead_id = ${leadId})`;
}

/** The events of a lead, the oldest first. */
export async function leadEvents(db: Database, leadId: string): Promise<LeadEvent[]> {
  const rows = await db
    .selectFrom('lead_events')
    .selectAll()
    .where('lead_id', '=', leadId)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return rows.map(toEvent);
}

/** The story of a lead; undefined once the lead was erased. */
export async function leadStory(db: Database, leadId: string): Promise<LeadStory | undefined> {
  const lead = await leadReader(db).byId(leadId);
  return lead && { lead, events: await leadEvents(db, leadId) };
}

/** The event of a row. */
export function toEvent({ at, kind, by, detail }: Pick<LeadEventRow, keyof LeadEvent>): LeadEvent {
  return { at, kind, by, detail: JSON.parse(detail ?? '{}') };
}

/** The owner's follow-up marks; each replaces the one before, but a call that was held ends nothing that is settled. */
export const MARKS: readonly EventKind[] = ['answered', 'not-reached', 'held', 'won', 'lost'];
const SETTLED: readonly EventKind[] = ['won', 'lost'];

/** The owner's mark that counts; undefined before the first. */
export function lastMark<E extends Pick<LeadEvent, 'kind'>>(events: readonly E[]): E | undefined {
  let last: E | undefined;
  for (const event of events) {
    if (!MARKS.includes(event.kind)) continue;
    if (event.kind !== 'held' || last === undefined || !SETTLED.includes(last.kind)) last = event;
  }
  return last;
}

/**
 * The events without the marks that a later mark has replaced. That somebody was not reached replaces nothing: an answer
 * that was given in time, or a deal that was won, stays so.
 */
export function withoutReplacedMarks<E extends Pick<LeadEvent, 'kind'>>(events: readonly E[]): E[] {
  const last = lastMark(events);
  const counts = lastMark(events.filter(({ kind }) => kind !== 'not-reached'));
  return events.filter((event) => event === last || event === counts || !MARKS.includes(event.kind));
}
