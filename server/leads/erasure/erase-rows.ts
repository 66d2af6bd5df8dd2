import { type CompiledQuery, type Expression, type RawBuilder, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { LANDING_MS } from '../../queue/backoff.ts';
import { type Database, inTransaction } from '../../store/database.ts';
import { untilDecided } from '../../store/outdated.ts';
import type { LeadRow, OutboxRow } from '../../store/schema.ts';
import { newEpoch } from './exports.ts';
import { erasureKeysOf } from './keys.ts';

/** In one statement: with more, PostgreSQL reads the whole table, as it expects that to be sooner done. */
const AT_ONCE = 20;

export interface Erasing {
  readonly leadIds: readonly string[];
  /** They need not be those of the leads. */
  readonly bookingIds?: readonly string[];
  /** Of people who are erased as a whole: what their browsers still hold of other leads does not come back either. */
  readonly emails?: readonly string[];
  /** Only the leads whose outbox row fulfils it; the others are not marked as erased either. */
  readonly condition?: RawBuilder<boolean>;
  /** The own clock. */
  readonly now: Instant;
  /** What was filled in before then is not to come back by itself; absent: all until now. */
  readonly before?: Instant;
  /** Whether any lead without a known record may have one, as after a restore. */
  readonly anyMayHaveRecord?: boolean;
}

export interface ErasedRows {
  /** Each as it stood when it was removed. */
  readonly leads: (LeadRow & OutboxRow)[];
  readonly bookings: number;
  /** By the engine's clock. */
  readonly at: Instant;
}

/**
 * Removes leads and bookings and all that belongs to them in one transaction, in which is written down what remains to
 * be done elsewhere: records to be deleted at the provider, or to be searched for there where an attempt may have made
 * one, and mails that may be files. So a process that is killed leaves nothing half-erased.
 *
 * A lead takes its calls along, but for two kinds, which stay without a lead unless they are named in `bookingIds`: those
 * that are its own by name and e-mail alone, as somebody else may have made the lead, and those that are to come, as no
 * call that somebody waits for goes without a word.
 */
export async function eraseRows(db: Database, erasing: Erasing): Promise<ErasedRows> {
  const { leadIds, bookingIds = [], emails = [], condition, now, before } = erasing;
  const keys = await erasureKeysOf(db);
  const marks = [...new Set([...bookingIds.map(keys.booking), ...emails.map(keys.mailbox)])];
  if (marks.length + leadIds.length === 0) return { leads: [], bookings: 0, at: now };
  // One instant for all statements: by it the receipt of an erasure is put together.
  const { instant } = await db.selectNoFrom(db.engine.instant(now).as('instant')).executeTakeFirstOrThrow();
  const at = sql<number>`cast(${instant} as bigint)`;
  const queries: CompiledQuery[] = [];
  const mark = (them: readonly Marked[], isMeant?: RawBuilder<boolean>) =>
    queries.push(markQuery(db, them, isMeant, { before: before ?? at, at }));
  for (const some of batchesOf(marks)) mark(some.map((key) => ({ key })));
  const removals = { bookings: [] as number[], outbox: [] as number[], leads: [] as number[] };
  const remove = (table: keyof typeof removals, query: { compile(): CompiledQuery }) =>
    removals[table].push(queries.push(query.compile()) - 1);
  for (const ids of batchesOf(bookingIds)) {
    queries.push(mailQuery(db, 'booking_id', sql`in (${sql.join(ids)})`, at));
    remove('bookings', db.deleteFrom('bookings').where('id', 'in', ids).returning('id'));
  }
  for (const ids of batchesOf(leadIds)) {
    const all = db.selectFrom('outbox').select('lead_id').where('lead_id', 'in', ids);
    const theirs = all.where(condition ?? sql<boolean>`true`);
    if (db.engine.shared) {
      // Calls first, as whoever marks or changes one has it before its lead: the other way round each would wait for the other.
      const calls = db.selectFrom('bookings').select('id').where('lead_id', 'in', ids).orderBy('id');
      queries.push(calls.forUpdate().compile());
      // What a worker has in hand is settled before, or finds no row any more; nothing changes what the condition asks.
      queries.push(all.forUpdate().compile());
      // And a call that is just booked for one of them is seen by what follows, or finds no lead.
      queries.push(db.selectFrom('leads').select('id').where('id', 'in', theirs).forUpdate().compile());
    }
    mark(
      ids.map((id) => ({ key: keys.lead(id), id })),
      // One that stays is not to be taken for erased: what its browser sends again would be refused, and a restore erase it.
      condition && sql`marks.column2 in ${theirs}`,
    );
    const staying = sql`lead_id in ${theirs} and (by_name = 1 or (state = 'booked' and start_at > ${at}))`;
    queries.push(
      sql`update messages set lead_id = null where channel = 'mail'
        and booking_id in (select id from bookings where ${staying})`.compile(db),
      sql`update bookings set lead_id = null, by_name = 0 where ${staying}`.compile(db),
      mailQuery(db, 'lead_id', sql`in (${sql.join(ids)}) and lead_id in ${theirs}`, at),
      ...recordQueries(db, ids, theirs, at, erasing.anyMayHaveRecord ?? false),
    );
    remove('outbox', db.deleteFrom('outbox').where('lead_id', 'in', theirs).returningAll());
    remove(
      'leads',
      db
        .deleteFrom('leads')
        .where('id', 'in', ids)
        .where(sql<boolean>`not exists (select 1 from outbox where lead_id = leads.id)`)
        .returningAll(),
    );
  }
  // Last, as erasures on other servers wait for its row.
  queries.push(newEpoch(db));
  // On PostgreSQL `atomically` gives up after what a visitor waits, and of two that wait for each other one is ended.
  const results = await untilDecided(() =>
    db.engine.shared ? inTransaction(db, queries) : db.atomically(queries),
  );
  const rowsOf = (table: keyof typeof removals) =>
    removals[table].flatMap((query) => results[query]?.rows ?? []);
  const outbox = new Map((rowsOf('outbox') as OutboxRow[]).map((row) => [row.lead_id, row]));
  const leads = (rowsOf('leads') as LeadRow[]).flatMap((lead) => {
    const row = outbox.get(lead.id);
    return row ? [{ ...lead, ...row }] : [];
  });
  return { leads, bookings: rowsOf('bookings').length, at: instant };
}

function* batchesOf<T>(all: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < all.length; from += AT_ONCE) yield all.slice(from, from + AT_ONCE);
}

interface Marked {
  readonly key: string;
  /** Of a lead. */
  readonly id?: string;
}

/** @param isMeant over key and id, `marks.column1` and `marks.column2`; absent: all are */
function markQuery(
  db: Database,
  them: readonly Marked[],
  isMeant: RawBuilder<boolean> = sql`true`,
  { before, at }: Record<'before' | 'at', RawBuilder<number> | Instant>,
): CompiledQuery {
  const rows = them.map(({ key, id = null }) => sql`(cast(${key} as text), cast(${id} as text))`);
  return sql`insert into erasures (key, before_at, erased_at)
    select column1, cast(${before} as bigint), ${at} from (values ${sql.join(rows)}) as marks where ${isMeant}
    on conflict (key) do update set erased_at = excluded.erased_at,
      before_at = case when excluded.before_at > erasures.before_at then excluded.before_at else erasures.before_at end`.compile(
    db,
  );
}

/** The mails about them, and those that tell of them together with others. */
function mailQuery(
  db: Database,
  column: 'lead_id' | 'booking_id',
  isTheirs: RawBuilder<unknown>,
  at: RawBuilder<number>,
): CompiledQuery {
  const about = sql`from messages where ${sql.ref(column)} ${isTheirs}`;
  return sql`insert into erased_mails (id, erased_at)
    select id, ${at} ${about} and channel = 'mail'
    union select bundle_id, ${at} ${about} and bundle_id is not null
    on conflict (id) do update set erased_at = excluded.erased_at`.compile(db);
}

/**
 * What is to be deleted by its id, records that were made anew included, and what is to be searched for: every version that
 * an attempt has sent while no record, or more than one, may have come of it.
 */
function recordQueries(
  db: Database,
  ids: readonly string[],
  theirs: Expression<unknown>,
  at: RawBuilder<number>,
  anyMayHaveRecord: boolean,
): CompiledQuery[] {
  const json = (column: string) =>
    db.engine.shared ? sql`cast(${sql.ref(column)} as jsonb)` : sql.ref(column);
  const of = sql`outbox.lead_id in ${theirs}`;
  const landing = sql`cast(${LANDING_MS} as bigint)`;
  // What a server has in hand may be sent until its lease ends.
  const searchedAt = sql`case when outbox.lease_until > ${at} then outbox.lease_until + ${landing} else ${at} + ${landing} end`;
  const sent = db.engine.shared
    ? sql`jsonb_array_elements(cast(outbox.sent as jsonb)) as version (value)`
    : sql`json_each(outbox.sent) as version`;
  const attempts = sql`(select sum(cast(version.value ->> 'times' as integer)) from ${sent})`;
  const part = (field: string) => sql`version.value ->> ${sql.lit(field)}`;
  // A backup may know less than was sent.
  const unknown = sql`(outbox.unknown_outcome = 1 and (outbox.sent is null or exists (select 1 from restores)))`;
  const mayHaveLanded = anyMayHaveRecord ? sql`true` : sql`(${unknown} or outbox.state = 'delivered')`;
  return [
    sql`insert into erased_records (remote_id, state, erased_at, due_at)
      select outbox.remote_id, 'owed', ${at}, ${at} from outbox where ${of} and outbox.remote_id is not null
      union select ${json('detail')} ->> 'record', 'owed', ${at}, ${at} from lead_events
        where lead_id in (${sql.join(ids)}) and lead_id in ${theirs} and kind || '' = 'record-renewed' and detail is not null
      on conflict (remote_id) do update set state = 'owed', erased_at = excluded.erased_at, due_at = excluded.due_at,
        ended_at = null, attempts = 0, refused_at = null, last_error = null`.compile(db),
    sql`insert into erased_searches (id, email, user_id, url, erased_at, due_at)
      select leads.id, leads.email, leads.user_id, leads.url, ${at}, ${searchedAt}
      from leads join outbox on outbox.lead_id = leads.id
      where ${of} and outbox.remote_id is null and ${mayHaveLanded}
      union all select outbox.lead_id || ' ' || (${part('at')}), ${part('email')}, ${part('userId')}, ${part('url')}, ${at}, ${searchedAt}
      from outbox, ${sent}
      where ${of} and outbox.sent is not null and (outbox.state = 'waiting' or ${attempts} > 1)
      on conflict (id) do update set email = excluded.email, user_id = excluded.user_id, url = excluded.url,
        erased_at = excluded.erased_at, due_at = excluded.due_at`.compile(db),
  ];
}
