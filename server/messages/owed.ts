import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { promises } from '#content/promises/promises.ts';
import { deadlineOf } from '#domain/promise.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import { bookingReader } from '../store/bookings/booking-reader.ts';
import type { Database } from '../store/database.ts';
import { toLead } from '../store/leads/lead-row.ts';
import type { StoredLead } from '../store/leads/lead-store.ts';
import { readAside } from '../store/read-aside.ts';
import { type Owed, owedAfter } from './due-promises.ts';
import { toEvent } from './events.ts';

export interface OwedTo extends Owed {
  readonly name: string;
  /** Undefined: a call of somebody who left no lead. */
  readonly lead?: StoredLead;
  readonly call?: StoredBooking;
}

/** Whether its time is over; of a call whose hour has come it is not known whether it took place. */
export function isLate({ promised, until }: Owed, now: number): boolean {
  return until < now && promised.within !== 'call';
}

/** Leads read at once, so that memory does not grow with the number of unanswered leads. */
const BATCH = 500;

/** Every open promise to every lead, and every call of others, the most urgent first. */
export async function owedToAll(db: Database): Promise<OwedTo[]> {
  const owed: OwedTo[] = [];
  for await (const some of owedInBatches(db)) owed.push(...some);
  return owed.sort((a, b) => a.until - b.until);
}

export interface OwedCount {
  readonly owed: number;
  readonly late: number;
  /** The most urgent, in that order. */
  readonly first: readonly OwedTo[];
}

/**
 * Counts the open promises to all leads, keeping only the most urgent in memory.
 * @param now milliseconds since the epoch
 * @param most how many of them to return
 */
export async function countOwed(db: Database, now: number, most: number): Promise<OwedCount> {
  let [owed, late] = [0, 0];
  let first: OwedTo[] = [];
  for await (const some of owedInBatches(db)) {
    owed += some.length;
    late += some.filter((one) => isLate(one, now)).length;
    first = [...first, ...some].sort((a, b) => a.until - b.until).slice(0, most);
  }
  return { owed, late, first };
}

/** Leaves out, in the query, the leads whose events cannot leave a promise open. */
async function* owedInBatches(db: Database): AsyncGenerator<readonly OwedTo[]> {
  const calls = await bookingReader(db).unsaidWithoutLead();
  yield calls.map((call) => ({
    ...{ name: call.name, call, promised: promises.call, since: call.changedAt },
    until: deadlineOf(promises.call, call.start, office),
  }));
  let last = '';
  for (;;) {
    const next = db
      .selectFrom('leads')
      .selectAll()
      .where('id', '>', last)
      .where(
        sql<boolean>`exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('received', 'erasure-requested', 'call-booked'))`,
      )
      .where(
        sql<boolean>`(not exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('won', 'lost'))
          and not (exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('answered', 'held', 'confirmed'))
            and exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind = 'audit-sent'))
          or exists (select 1 from lead_events m where m.lead_id = leads.id and m.kind in ('not-reached', 'released', 'erasure-requested', 'call-booked')))`,
      )
      .orderBy('id')
      .limit(BATCH);
    const leads = await readAside(db, next);
    const end = leads.at(-1);
    if (end === undefined) return;
    last = end.id;
    const theirs = db
      .selectFrom('lead_events')
      .select(['lead_id', 'at', 'kind', 'by', 'detail'])
      .where(
        'lead_id',
        'in',
        leads.map(({ id }) => id),
      )
      .orderBy('at')
      .orderBy('id');
    const events = await readAside(db, theirs);
    const byLead = Map.groupBy(events, ({ lead_id }) => lead_id);
    yield leads.flatMap((row) => {
      const lead = toLead(row);
      const story = (byLead.get(row.id) ?? []).map(toEvent);
      return owedAfter(story).map((one) => ({ ...one, name: lead.name, lead }));
    });
  }
}
