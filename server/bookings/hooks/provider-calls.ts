import { isDeepStrictEqual } from 'node:util';
import type { CompiledQuery } from 'kysely';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { newToken } from '../../http/addresses.ts';
import { idAfter } from '../../messages/ids.ts';
import type { Database } from '../../store/database.ts';
import { required, untilDecided } from '../../store/outdated.ts';
import type { BookingChangeRow, ProviderCallRow } from '../../store/schema.ts';
import { mailboxKey } from '../../system/mailbox.ts';
import { uidOf } from '../calendar/own-uid.ts';
import { callEvent, callMessages } from '../call-messages.ts';
import { type StoredBooking, toBooking } from '../store/booking.ts';
import { type CallNow, callNow, withNews } from './chain.ts';
import type { CallNews, Hook } from './hook.ts';

export interface ProviderCallsDeps {
  readonly db: Database;
  /** Address that mails come from. */
  readonly sender: string;
  /** Host of the site. */
  readonly host: string;
  /** The id of the lead that a signed reference names; undefined when the reference is not valid. */
  readonly leadOf: (reference: string) => string | undefined;
  /** The statements that note, on the provider's word, that nobody was reached by a call that has begun. */
  readonly noShow: (call: CallToMark, now: Instant) => Promise<readonly CompiledQuery[]>;
  readonly now: () => Instant;
  /** Called when a message may be due. */
  readonly wake: () => void;
}

/** A call as it is once the rest of the transaction is written. */
export type CallToMark = Pick<StoredBooking, 'id' | 'leadId' | 'sequence' | 'state' | 'outcome' | 'start'>;

/**
 * Takes what a provider's webhooks tell, once each. What is known of the call is read, then one transaction writes what
 * follows from it. Names and bookings that were read have to be the same in it; otherwise they are read anew.
 * @returns a function that resolves once the webhook is durable; it rejects when it could not be made so, and the same
 *   again then changes nothing twice
 */
export function providerCalls(deps: ProviderCallsDeps) {
  const { db, now, wake } = deps;

  /** @param hash of the webhook's body */
  return async (provider: SchedulingProvider, hash: string, { event, news }: Hook): Promise<void> => {
    const known = db.selectFrom('provider_hooks').select('hash').where('hash', '=', hash);
    const taken = db
      .insertInto('provider_hooks')
      .values({ hash, provider, event, received_at: db.engine.instant(now()) })
      .onConflict((conflict) => conflict.column('hash').doNothing());
    await untilDecided(async () => {
      if ((await known.executeTakeFirst()) !== undefined) return;
      const changes = news === undefined ? [] : await changesBy(deps, provider, news);
      await db.atomically([...changes, taken.compile()]);
    });
    wake();
  };
}

/** The statements by which the news become known; their transaction is refused when what they follow from has changed. */
async function changesBy(
  { db, sender, host, leadOf, now, noShow }: ProviderCallsDeps,
  provider: SchedulingProvider,
  news: CallNews,
): Promise<readonly CompiledQuery[]> {
  const at = now();
  const rows = await rowsOf(db, provider, news);
  const bookings = await bookingsOf(db, rows);
  const after = withNews(rows, news, await leadNamed(db, news.reference && leadOf(news.reference)));
  const call = callNow(after);
  const leadId = after.find(({ lead_id }) => lead_id !== null)?.lead_id ?? null;
  const [kept, ...others] = bookings;
  const { person } = news;
  const isNew = kept === undefined && call.kind === 'booked' && person !== undefined;
  const bookingId = kept?.id ?? (isNew ? uuidAfter(provider, news.uid) : null);
  const statements = asRead(db, provider, rows, bookings);
  let marked: CallToMark | undefined;

  if (isNew) {
    const booking = {
      id: bookingId ?? '',
      ...{ leadId, provider, start: call.start, end: call.end, phone: person.phone, sequence: 0 },
    };
    marked = { ...booking, state: 'booked', outcome: null };
    statements.push(
      db
        .insertInto('bookings')
        .values({
          id: booking.id,
          token: newToken(),
          uid: uidOf(booking.id, host),
          lead_id: leadId,
          name: person.name,
          email: person.email,
          mailbox: mailboxKey(person.email),
          phone: person.phone,
          time_zone: person.timeZone,
          asked_start_at: call.start,
          start_at: call.start,
          end_at: call.end,
          state: 'booked',
          sequence: 0,
          created_at: db.engine.instant(at),
          changed_at: db.engine.instant(at),
          provider,
        })
        .compile(),
      record(db, booking, 'booked', at),
      ...callMessages(db, booking, 'booked', sender, at),
    );
  } else if (kept !== undefined) {
    const change = changeOf(db, kept, call, leadId, news, sender, at);
    marked = change.after;
    statements.push(...change.statements);
  }

  for (const row of after) statements.push(...rowQueries(db, provider, row, rows, bookingId));
  // Two bookings turned out to be one call: the older one goes on.
  for (const other of others) statements.push(...withoutBooking(db, other));
  // What the owner has said of the call counts more.
  const isMissed = marked !== undefined && marked.outcome === null && marked.start <= at;
  if (marked !== undefined && isMissed && call.isNoShow && (news.kind === 'no-show' || isNew))
    statements.push(...(await noShow(marked, at)));
  return statements;
}

/**
 * The statements that find these names and bookings as they were read. On PostgreSQL they lock what they find, bookings
 * first, so that each of two webhooks about one call sees all that the other has written.
 */
function asRead(
  db: Database,
  provider: SchedulingProvider,
  rows: readonly ProviderCallRow[],
  bookings: readonly StoredBooking[],
): CompiledQuery[] {
  const { shared } = db.engine;
  const ofBookings = bookings
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, sequence, leadId, outcome }) =>
      db
        .selectFrom('bookings')
        .select('id')
        .where('id', '=', id)
        .where('sequence', '=', sequence)
        .where('lead_id', 'is not distinct from', leadId)
        .where('outcome', 'is not distinct from', outcome)
        .$if(shared, (query) => query.forUpdate()),
    );
  const ofNames = rows
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
    .map((row) => {
      const columns = Object.entries(row) as [keyof ProviderCallRow, string | number | null][];
      return columns
        .reduce(
          (query, [column, value]) => query.where(column, 'is not distinct from', value),
          db.selectFrom('provider_calls').select('uid'),
        )
        .$if(shared, (query) => query.forUpdate());
    });
  // And no other name was added to them.
  const all = rowsBeside(db, provider, namesIn(rows), idsIn(rows));
  const count = db
    .selectFrom(all.select((e) => e.fn.countAll<number>().as('count')).as('known'))
    .select('count')
    .where('count', '=', rows.length);
  const compiled = [...ofBookings, ...ofNames, ...(rows.length > 0 ? [count] : [])];
  return compiled.map((query) => required(query.compile()));
}

/** The statements by which a booking becomes as its call is at the provider, and how it is then. */
function changeOf(
  db: Database,
  kept: StoredBooking,
  call: CallNow,
  leadId: string | null,
  { person }: CallNews,
  sender: string,
  now: Instant,
): { readonly after: StoredBooking; readonly statements: readonly CompiledQuery[] } {
  const change = kindOf(kept, call);
  const isNamed = kept.leadId === null && leadId !== null;
  if (change === undefined && !isNamed) return { after: kept, statements: [] };
  const isBooked = change === 'booked' || change === 'moved';
  const after: StoredBooking = {
    ...kept,
    ...(isBooked && { start: call.start, end: call.end, state: 'booked', outcome: null }),
    ...(change === 'cancelled' && { state: 'cancelled' }),
    leadId: kept.leadId ?? leadId,
    phone: kept.phone || (person?.phone ?? ''),
    sequence: kept.sequence + (change === undefined ? 0 : 1),
  };
  const update = db
    .updateTable('bookings')
    .set({
      ...(isBooked && { start_at: after.start, end_at: after.end, outcome: null }),
      ...(isNamed && { lead_id: after.leadId }),
      ...(after.phone !== kept.phone && { phone: after.phone }),
      ...(after.state !== kept.state && { state: after.state === 'cancelled' ? 'cancelled' : 'booked' }),
      ...(change !== undefined && { sequence: after.sequence }),
      changed_at: db.engine.instant(now),
    })
    .where('id', '=', kept.id)
    .where('sequence', '=', kept.sequence)
    .compile();
  if (change === undefined) {
    const event = kept.state === 'booked' ? callEvent(db, after, 'booked', now) : [];
    return { after, statements: [required(update), ...event] };
  }
  // To a lead that had no part in the call yet, a move is a booking, and a call that is cancelled is none.
  const told = isNamed && change === 'cancelled' ? { ...after, leadId: null } : after;
  const statements = [
    required(update),
    record(db, after, change, now),
    ...callMessages(db, told, change, sender, now, isNamed ? 'booked' : change),
  ];
  return { after, statements };
}

/** How a booking has changed; undefined: it has not, or what it has become is not known yet. */
function kindOf({ state, start, end }: StoredBooking, call: CallNow): BookingChangeRow['kind'] | undefined {
  if (call.kind === 'between') return undefined;
  if (call.kind === 'gone') return state === 'cancelled' ? undefined : 'cancelled';
  if (state === 'cancelled') return 'booked';
  return start === call.start && end === call.end ? undefined : 'moved';
}

function record(
  db: Database,
  { id, sequence, start }: Pick<StoredBooking, 'id' | 'sequence' | 'start'>,
  kind: BookingChangeRow['kind'],
  now: Instant,
): CompiledQuery {
  const change = { booking_id: id, sequence, kind, start_at: start, at: db.engine.instant(now) };
  return db.insertInto('booking_changes').values(change).compile();
}

/** What is known of the names in the news, and of every other name of the same calls. */
async function rowsOf(
  db: Database,
  provider: SchedulingProvider,
  { uid, previous, next }: CallNews,
): Promise<ProviderCallRow[]> {
  const uids = [uid, previous, next].filter((one) => one !== undefined);
  let found: ProviderCallRow[] = [];
  // One may lead to another before any of them is known to be a call: of a name that was cancelled before it was booked.
  for (;;) {
    const more = await rowsBeside(db, provider, uids, idsIn(found)).selectAll().execute();
    if (more.length === found.length) return found;
    found = more;
    for (const row of found)
      for (const name of [row.uid, row.previous]) if (name !== null && !uids.includes(name)) uids.push(name);
  }
}

/** The names, those that one of them went over to, and those of these bookings. */
function rowsBeside(
  db: Database,
  provider: SchedulingProvider,
  uids: readonly string[],
  bookingIds: readonly string[],
) {
  return db
    .selectFrom('provider_calls')
    .where('provider', '=', provider)
    .where((e) =>
      e.or([
        e('uid', 'in', uids),
        e('previous', 'in', uids),
        ...(bookingIds.length > 0 ? [e('booking_id', 'in', bookingIds)] : []),
      ]),
    );
}

const namesIn = (rows: readonly ProviderCallRow[]) =>
  rows.flatMap(({ uid, previous }) => (previous === null ? [uid] : [uid, previous]));

const idsIn = (rows: readonly ProviderCallRow[]) => [
  ...new Set(rows.map(({ booking_id }) => booking_id).filter((id) => id !== null)),
];

/** The bookings of these names, the oldest first. */
async function bookingsOf(db: Database, rows: readonly ProviderCallRow[]): Promise<StoredBooking[]> {
  const ids = idsIn(rows);
  if (ids.length === 0) return [];
  const found = db.selectFrom('bookings').selectAll().where('id', 'in', ids);
  return (await found.orderBy('created_at').orderBy('id').execute()).map(toBooking);
}

async function leadNamed(db: Database, id: string | undefined): Promise<string | null> {
  if (!id) return null;
  return (await db.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst())?.id ?? null;
}

type Row = Omit<ProviderCallRow, 'provider'>;

/** Stores a name. One that is new has to be so still, or nothing is written; one about which nothing is new is left. */
function rowQueries(
  db: Database,
  provider: SchedulingProvider,
  row: Row,
  before: readonly ProviderCallRow[],
  bookingId: string | null,
): CompiledQuery[] {
  const own = before.find(({ uid }) => uid === row.uid);
  const after = { ...row, booking_id: bookingId ?? row.booking_id, provider };
  if (own === undefined) return [db.insertInto('provider_calls').values(after).compile()];
  if (isDeepStrictEqual({ ...own }, after)) return [];
  const { provider: _provider, uid, ...values } = after;
  const update = db.updateTable('provider_calls').set(values);
  return [update.where('provider', '=', provider).where('uid', '=', uid).compile()];
}

/** Takes a booking away that was never a call by itself: its changes and messages go with it. */
function withoutBooking(db: Database, { id, leadId }: StoredBooking): CompiledQuery[] {
  const events = db
    .deleteFrom('lead_events')
    .where('lead_id', '=', leadId ?? '')
    .where('kind', 'in', ['call-booked', 'call-moved', 'call-cancelled'])
    .where('detail', 'like', `%"booking":"${id}"%`);
  return [events.compile(), db.deleteFrom('bookings').where('id', '=', id).compile()];
}

/** The same for the same call on every server, so that of two that make its booking at once one has to read again. */
function uuidAfter(provider: SchedulingProvider, uid: string): string {
  return idAfter(provider, uid).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
