import { sql } from 'kysely';
import { office } from '#content/office.ts';
import { promises } from '#content/promises/promises.ts';
import type { Instant } from '#domain/instant.ts';
import { deadlineOf, type EventKind } from '#domain/promise.ts';
import type { StoredBooking } from '../../bookings/store/booking.ts';
import { bookingReader } from '../../bookings/store/booking-reader.ts';
import type { Database } from '../../store/database.ts';
import { toEvent } from '../../store/leads/events.ts';
import { toLead } from '../../store/leads/lead-row.ts';
import type { StoredLead } from '../../store/leads/lead-store.ts';
import { readAside } from '../../store/read-aside.ts';
import { isLate, type Owed, owedAfter } from './due-promises.ts';

export interface OwedTo extends Owed {
  readonly name: string;
  /** Undefined: a call of somebody who left no lead. */
  readonly lead?: StoredLead;
  readonly call?: StoredBooking;
}

/** Leads looked at in one statement, between which others write. */
const BATCH = 500;
/** The weekly mail counts up to this number: the oldest promises, which it lists, are found first. */
export const MOST_OWED_COUNTED = 2_000;

/** Every open promise to every lead, and every call of others, the most urgent first. */
export async function owedToAll(db: Database): Promise<OwedTo[]> {
  const owed: OwedTo[] = [];
  for await (const some of owedByAge(db)) owed.push(...some);
  return owed.sort((a, b) => a.until - b.until);
}

export interface OwedCount {
  readonly owed: number;
  readonly late: number;
  /** Whether both ended at `MOST_OWED_COUNTED`. */
  readonly atLeast: boolean;
  /** The most urgent, in that order. */
  readonly first: readonly OwedTo[];
}

/**
 * Counts the open promises to all leads, from the oldest lead on and up to `MOST_OWED_COUNTED`, keeping only the most
 * urgent in memory.
 * @param most how many of them to return
 */
export async function countOwed(db: Database, now: Instant, most: number): Promise<OwedCount> {
  let [owed, late] = [0, 0];
  let first: OwedTo[] = [];
  for await (const some of owedByAge(db)) {
    const counted = some.slice(0, MOST_OWED_COUNTED - owed);
    owed += counted.length;
    late += counted.filter((one) => isLate(one, now)).length;
    first = [...first, ...some].sort((a, b) => a.until - b.until).slice(0, most);
    if (some.length > counted.length) return { owed, late, atLeast: true, first };
  }
  return { owed, late, atLeast: false, first };
}

/** So many of the newest leads are looked at for the desk: where all of them wait, in half a second on a small machine. */
export const NEWEST_LOOKED_AT = 3_000;

/** The open promises to the newest leads, and every call of others, the most urgent first. */
export async function owedLately(db: Database): Promise<OwedTo[]> {
  const owed = await callsWithoutLead(db);
  let looked = 0;
  for await (const { some, leads } of owedIn(db, 'desc')) {
    owed.push(...some);
    looked += leads;
    if (looked >= NEWEST_LOOKED_AT) break;
  }
  return owed.sort((a, b) => a.until - b.until);
}

/**
 * How many events of these kinds the lead at hand has. A PostgreSQL that is asked whether one exists may read the events
 * of all leads for it, and SQLite all of a kind, unless the time is named.
 */
function eventsOf(...kinds: readonly EventKind[]) {
  const named = sql.join(kinds.map((kind) => sql.lit(kind)));
  return sql<number>`(select count(*) from lead_events m where m.lead_id = leads.id and m.at >= 0 and m.kind in (${named}))`;
}

/** Whether a lead's events may leave a promise open; which, `owedAfter` says. */
const MAY_BE_OWED = sql<number>`case when ${eventsOf('received', 'erasure-requested', 'call-booked')} > 0
  and (${eventsOf('won', 'lost')} = 0 and (${eventsOf('answered', 'held', 'confirmed')} = 0 or ${eventsOf('audit-sent')} = 0)
    or ${eventsOf('not-reached', 'released', 'erasure-requested', 'call-booked')} > 0)
  then 1 else 0 end`;

/** The calls of those who left no lead, then the leads from the oldest on, a bounded number in each statement. */
async function* owedByAge(db: Database): AsyncGenerator<readonly OwedTo[]> {
  yield await callsWithoutLead(db);
  for await (const { some } of owedIn(db, 'asc')) if (some.length > 0) yield some;
}

async function callsWithoutLead(db: Database): Promise<OwedTo[]> {
  const calls = await bookingReader(db).unsaidWithoutLead();
  return calls.map((call) => ({
    ...{ name: call.name, call, promised: promises.call, since: call.changedAt },
    until: deadlineOf(promises.call, call.start, office),
  }));
}

/** What is owed to the leads in the order of their time, and how many were looked at for it. */
async function* owedIn(
  db: Database,
  order: 'asc' | 'desc',
): AsyncGenerator<{ readonly some: readonly OwedTo[]; readonly leads: number }> {
  const beyond = order === 'asc' ? sql`>` : sql`<`;
  let last: { readonly created_at: number; readonly id: string } | undefined;
  do {
    const next = db
      .selectFrom('leads')
      .select(['id', 'created_at', MAY_BE_OWED.as('open')])
      .orderBy('created_at', order)
      .orderBy('id', order)
      .limit(BATCH);
    const leads: readonly { id: string; created_at: number; open: number }[] = await readAside(
      db,
      last ? next.where(sql<boolean>`(created_at, id) ${beyond} (${last.created_at}, ${last.id})`) : next,
    );
    last = leads.at(-1);
    const open = leads.filter((lead) => Number(lead.open) === 1).map(({ id }) => id);
    yield { some: open.length > 0 ? await owedTo(db, open) : [], leads: leads.length };
  } while (last !== undefined);
}

/** For so many leads PostgreSQL looks for their events by the index; for 500 it may read all events instead. */
const AT_ONCE = 50;

/** The open promises to these leads. */
async function owedTo(db: Database, ids: readonly string[]): Promise<OwedTo[]> {
  const owed: OwedTo[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE)
    owed.push(...(await owedToFew(db, ids.slice(from, from + AT_ONCE))));
  return owed;
}

async function owedToFew(db: Database, ids: readonly string[]): Promise<OwedTo[]> {
  const leads = await readAside(db, db.selectFrom('leads').selectAll().where('id', 'in', ids));
  const theirs = db
    .selectFrom('lead_events')
    .select(['lead_id', 'at', 'kind', 'by', 'detail'])
    .where('lead_id', 'in', ids)
    .orderBy('at')
    .orderBy('id');
  const byLead = Map.groupBy(await readAside(db, theirs), ({ lead_id }) => lead_id);
  return leads.flatMap((row) => {
    const lead = toLead(row);
    const story = (byLead.get(row.id) ?? []).map(toEvent);
    return owedAfter(story).map((one) => ({ ...one, name: lead.name, lead }));
  });
}
