import { randomBytes } from 'node:crypto';
import { type CompiledQuery, sql } from 'kysely';
import type { SchedulingProvider } from '#domain/booking.ts';
import type { Instant } from '#domain/instant.ts';
import { idAfter } from '../../messages/ids.ts';
import { isCollision, isDeadlock } from '../../store/collision.ts';
import type { Database } from '../../store/database.ts';
import type { BookingChangeRow, ProviderCallRow } from '../../store/schema.ts';
import { mailboxKey } from '../../system/mailbox.ts';
import { TOKEN_BYTES } from '../bookings.ts';
import { uidOf } from '../calendar/own-uid.ts';
import { callEvent, callMessages } from '../call-messages.ts';
import { type StoredBooking, toBooking } from '../store/booking.ts';
import { bookingReader } from '../store/booking-reader.ts';
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
  /** Notes that nobody was reached by a call that has begun. */
  readonly noteNoShow: (booking: StoredBooking, now: Instant) => Promise<unknown>;
  readonly now: () => Instant;
  /** Called when a message may be due. */
  readonly wake: () => void;
}

/** Tries when another server writes the same call at the same moment. */
const TRIES = 5;

/**
 * Takes what a provider's webhooks tell, once each.
 * @returns a function that resolves once the webhook is durable; it rejects when it could not be made so, and the same
 *   again then changes nothing twice
 */
export function providerCalls(deps: ProviderCallsDeps) {
  const { db, now, wake } = deps;

  /** @param hash of the webhook's body */
  return async (provider: SchedulingProvider, hash: string, { event, news }: Hook): Promise<void> => {
    const known = db.selectFrom('provider_hooks').select('hash').where('hash', '=', hash);
    if ((await known.executeTakeFirst()) !== undefined) return;
    if (news !== undefined) await take(deps, provider, news);
    await db
      .insertInto('provider_hooks')
      .values({ hash, provider, event, received_at: db.engine.instant(now()) })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    wake();
  };
}

async function take(deps: ProviderCallsDeps, provider: SchedulingProvider, news: CallNews): Promise<void> {
  const { db, now, noteNoShow } = deps;
  const { bookingId, isNew, call } = await written(deps, provider, news);
  if (bookingId === null || !call.isNoShow || (news.kind !== 'no-show' && !isNew)) return;
  const booking = await bookingReader(db).byId(bookingId);
  // What the owner has said of the call counts more.
  if (booking?.outcome !== null || booking.start > now()) return;
  await noteNoShow(booking, now());
}

interface Written {
  readonly bookingId: string | null;
  readonly isNew: boolean;
  readonly call: CallNow;
}

/** Writes the news, all or nothing, and reads anew when another server was faster. */
async function written(
  deps: ProviderCallsDeps,
  provider: SchedulingProvider,
  news: CallNews,
): Promise<Written> {
  for (let tries = TRIES; ; tries -= 1) {
    const { statements, ...result } = await planOf(deps, provider, news);
    try {
      await deps.db.atomically(statements);
      return result;
    } catch (error) {
      if (tries === 1 || !(isCollision(error) || isDeadlock(error))) throw error;
    }
  }
}

async function planOf(
  { db, sender, host, leadOf, now }: ProviderCallsDeps,
  provider: SchedulingProvider,
  news: CallNews,
): Promise<Written & { readonly statements: readonly CompiledQuery[] }> {
  const at = now();
  const rows = await rowsOf(db, provider, news);
  const after = withNews(rows, news, await leadNamed(db, news.reference && leadOf(news.reference)));
  const call = callNow(after);
  const leadId = after.find(({ lead_id }) => lead_id !== null)?.lead_id ?? null;
  const [kept, ...others] = await bookingsOf(db, rows);
  const { person } = news;
  const isNew = kept === undefined && call.kind === 'booked' && person !== undefined;
  const bookingId = kept?.id ?? (isNew ? uuidAfter(provider, news.uid) : null);
  const statements: CompiledQuery[] = [];

  if (isNew) {
    const booking = {
      id: bookingId ?? '',
      ...{ leadId, provider, start: call.start, end: call.end, phone: person.phone, sequence: 0 },
    };
    statements.push(
      db
        .insertInto('bookings')
        .values({
          id: booking.id,
          token: randomBytes(TOKEN_BYTES).toString('base64url'),
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
  } else if (kept !== undefined) statements.push(...changeOf(db, kept, call, leadId, news, sender, at));

  for (const row of after) statements.push(...rowQueries(db, provider, row, rows, bookingId));
  // Two bookings turned out to be one call: the older one goes on.
  for (const other of others) statements.push(...withoutBooking(db, other));
  return { statements, bookingId, isNew, call };
}

/** The statements by which a booking becomes as its call is at the provider. */
function changeOf(
  db: Database,
  kept: StoredBooking,
  call: CallNow,
  leadId: string | null,
  { person }: CallNews,
  sender: string,
  now: Instant,
): CompiledQuery[] {
  const change = kindOf(kept, call);
  const isNamed = kept.leadId === null && leadId !== null;
  if (change === undefined && !isNamed) return [];
  const isBooked = change === 'booked' || change === 'moved';
  const after = {
    ...kept,
    ...(isBooked && { start: call.start, end: call.end }),
    leadId: kept.leadId ?? leadId,
    phone: kept.phone || (person?.phone ?? ''),
    sequence: kept.sequence + (change === undefined ? 0 : 1),
  };
  const update = db
    .updateTable('bookings')
    .set({
      ...{ start_at: after.start, end_at: after.end, lead_id: after.leadId, phone: after.phone },
      ...(isBooked && { state: 'booked' as const, outcome: null }),
      ...(change === 'cancelled' && { state: 'cancelled' as const }),
      ...{ sequence: after.sequence, changed_at: db.engine.instant(now) },
    })
    .where('id', '=', kept.id)
    .compile();
  if (change === undefined)
    return [update, ...(kept.state === 'booked' ? callEvent(db, after, 'booked', now) : [])];
  // To a lead that had no part in the call yet, a move is a booking, and a call that is cancelled is none.
  const told = isNamed && change === 'cancelled' ? { ...after, leadId: null } : after;
  return [
    record(db, after, change, now),
    update,
    ...callMessages(db, told, change, sender, now, isNamed ? 'booked' : change),
  ];
}

/** How a booking has changed; undefined: it has not, or what it has become is not known yet. */
function kindOf({ state, start, end }: StoredBooking, call: CallNow): BookingChangeRow['kind'] | undefined {
  if (call.kind === 'between') return undefined;
  if (call.kind === 'gone') return state === 'cancelled' ? undefined : 'cancelled';
  if (state === 'cancelled') return 'booked';
  return start === call.start && end === call.end ? undefined : 'moved';
}

/** The key of `booking_changes` lets one of two changes at the same moment pass. */
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
async function rowsOf(db: Database, provider: SchedulingProvider, { uid, previous, next }: CallNews) {
  const uids = [uid, previous, next].filter((one) => one !== undefined);
  const named = db.selectFrom('provider_calls').selectAll().where('provider', '=', provider);
  const found = await named.where('uid', 'in', uids).execute();
  const ids = idsIn(found);
  if (ids.length === 0) return found;
  const ofBookings = await named.where('booking_id', 'in', ids).execute();
  return [...found.filter(({ booking_id }) => booking_id === null), ...ofBookings];
}

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

/**
 * Stores a name. One that is new has to be so still, or nothing is written; what is known of another is only added to,
 * so that two servers that add to it at once lose nothing.
 */
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
  const state = sql<Row['state']>`case when 'cancelled' in (state, ${after.state}) then 'cancelled'
    when 'moved' in (state, ${after.state}) then 'moved' else 'booked' end`;
  const update = db.updateTable('provider_calls').set({
    booking_id: after.booking_id,
    previous: sql`coalesce(previous, ${after.previous})`,
    lead_id: sql`coalesce(lead_id, ${after.lead_id})`,
    start_at: sql`coalesce(start_at, ${after.start_at})`,
    end_at: sql`coalesce(end_at, ${after.end_at})`,
    state,
    no_show: after.no_show === 1 ? 1 : sql`no_show`,
  });
  return [update.where('provider', '=', provider).where('uid', '=', row.uid).compile()];
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
