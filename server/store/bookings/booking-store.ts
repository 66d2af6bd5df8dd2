import { type CompiledQuery, sql } from 'kysely';
import { CELL_MINUTES, type Interval } from '#domain/availability.ts';
import { isCollision, isDeadlock } from '../collision.ts';
import type { Database } from '../database.ts';
import type { BookingChangeRow, BookingRow } from '../schema.ts';

/** Instants are milliseconds since the epoch. */
export interface StoredBooking {
  readonly id: string;
  /** Opens the page where the call is moved and cancelled. */
  readonly token: string;
  /** Names the call in every calendar. */
  readonly uid: string;
  readonly leadId: string | null;
  readonly name: string;
  readonly email: string;
  /** E.164. */
  readonly phone: string;
  readonly timeZone: string | null;
  /** The start that was asked for first. */
  readonly askedStart: number;
  readonly start: number;
  readonly end: number;
  readonly state: 'booked' | 'cancelled';
  readonly sequence: number;
  readonly createdAt: number;
  readonly changedAt: number;
}

/** The time of a call, and until when its buffer lasts. */
export interface CallTime extends Interval {
  readonly coversUntil: number;
}

export type NewBooking = Omit<
  StoredBooking,
  'askedStart' | 'start' | 'end' | 'state' | 'sequence' | 'createdAt' | 'changedAt'
> & { readonly time: CallTime };

/** Time that is taken, and by which booking. */
export interface Taken extends Interval {
  readonly bookingId: string;
}

/** `changed`: somebody else has moved or cancelled it meanwhile; nothing was written. */
export type ChangeOutcome = 'done' | 'taken' | 'changed';

const CELL_MS = CELL_MINUTES * 60_000;

/** Tries after PostgreSQL has broken a deadlock between two moves by ending this one. */
const TRIES = 3;

export type BookingStore = ReturnType<typeof bookingStore>;

/**
 * Booked calls on any engine. Every act is carried out whole or not at all, together with what is to be written
 * `alongside` it, and rejects when it could not be made durable. A time is sold once because each five minutes of it
 * are a row with a primary key; of two changes to one booking at once the key of `booking_changes` lets one pass.
 */
export function bookingStore(db: Database) {
  /** @returns whether it was carried out; false when a key was taken already */
  async function carriedOut(queries: readonly CompiledQuery[], tries = TRIES): Promise<boolean> {
    try {
      await db.together(queries);
      return true;
    } catch (error) {
      if (isDeadlock(error) && tries > 1) return carriedOut(queries, tries - 1);
      if (isCollision(error)) return false;
      throw error;
    }
  }

  const occupy = (bookingId: string, { start, coversUntil }: CallTime) =>
    db
      .insertInto('booking_cells')
      .values(cellsOf(start, coversUntil).map((cell) => ({ cell, booking_id: bookingId })))
      .compile();

  const leave = (bookingId: string) =>
    db.deleteFrom('booking_cells').where('booking_id', '=', bookingId).compile();

  const record = (
    { id, sequence }: Pick<StoredBooking, 'id' | 'sequence'>,
    kind: BookingChangeRow['kind'],
    start: number,
    atMs: number,
  ) =>
    db
      .insertInto('booking_changes')
      .values({ booking_id: id, sequence, kind, start_at: start, at: db.engine.instant(atMs) })
      .compile();

  /** Insertions under way, by the start they want: the others wait for the one, instead of for its locks. */
  const inserting = new Map<number, Promise<'created' | 'taken' | 'known'>>();

  const read = async (column: 'id' | 'token', value: string): Promise<StoredBooking | undefined> => {
    const row = await db.selectFrom('bookings').selectAll().where(column, '=', value).executeTakeFirst();
    return row && toBooking(row);
  };

  /** Which key stood in the way of a change. */
  const obstacle = async ({ id, sequence }: StoredBooking): Promise<ChangeOutcome> =>
    (await read('id', id))?.sequence === sequence ? 'taken' : 'changed';

  async function insertNow(
    { id, token, uid, leadId, name, email, phone, timeZone, time }: NewBooking,
    atMs: number,
    alongside: readonly CompiledQuery[],
  ): Promise<'created' | 'taken' | StoredBooking> {
    const instant = db.engine.instant(atMs);
    const row = db
      .insertInto('bookings')
      .values({
        id,
        token,
        uid,
        // A lead that was erased meanwhile does not keep anybody from booking.
        lead_id: sql<string | null>`(select id from leads where id = ${leadId})`,
        name,
        email,
        phone,
        time_zone: timeZone,
        asked_start_at: time.start,
        start_at: time.start,
        end_at: time.end,
        state: 'booked',
        sequence: 0,
        created_at: instant,
        changed_at: instant,
      })
      .compile();
    const change = record({ id, sequence: 0 }, 'booked', time.start, atMs);
    if (await carriedOut([row, change, occupy(id, time), ...alongside])) return 'created';
    return (await read('id', id)) ?? 'taken';
  }

  return {
    byId: (id: string) => read('id', id),
    byToken: (token: string) => read('token', token),

    /** The bookings of a lead, the first call first. */
    async ofLead(leadId: string): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('lead_id', '=', leadId)
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /**
     * The lead that a call belongs to: the one that was referred to, while it is there, or the newest of the same name
     * and e-mail. Without JavaScript the page in between cannot pass the reference on.
     * @param since milliseconds since the epoch; an older lead is not looked for by name
     */
    async knownLead(
      leadId: string | null,
      { name, email }: Pick<BookingRow, 'name' | 'email'>,
      since: number,
    ): Promise<string | null> {
      const leads = db.selectFrom('leads').select('id');
      const found =
        leadId === null
          ? leads
              .where(sql`lower(email)`, '=', email.toLowerCase())
              .where('name', '=', name)
              .where('created_at', '>=', since)
              .orderBy('created_at', 'desc')
              .limit(1)
          : leads.where('id', '=', leadId);
      return (await found.executeTakeFirst())?.id ?? null;
    },

    /** Calls that are still to come and were booked with this e-mail. */
    async upcoming(email: string, nowMs: number): Promise<number> {
      const { total } = await db
        .selectFrom('bookings')
        .select((e) => e.fn.countAll().as('total'))
        .where('start_at', '>', nowMs)
        .where('state', '=', 'booked')
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Taken time between two instants, buffers included, cut to whole cells. */
    async taken(from: number, to: number): Promise<Taken[]> {
      const rows = await db
        .selectFrom('booking_cells')
        .select(({ fn }) => ['booking_id', fn.min('cell').as('first'), fn.max('cell').as('last')])
        .where('cell', '>=', Math.floor(from / CELL_MS))
        .where('cell', '<', Math.ceil(to / CELL_MS))
        .groupBy('booking_id')
        .execute();
      return rows.map(({ booking_id, first, last }) => ({
        bookingId: booking_id,
        start: first * CELL_MS,
        end: (last + 1) * CELL_MS,
      }));
    },

    /** @returns `created`; `taken`; or, when its id stood already, the booking that has it */
    async insert(
      booking: NewBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<'created' | 'taken' | StoredBooking> {
      const { start } = booking.time;
      for (let ahead = inserting.get(start); ahead !== undefined; ahead = inserting.get(start)) {
        const outcome = await ahead.catch(() => 'failed' as const);
        if (outcome === 'created' || outcome === 'taken') return (await read('id', booking.id)) ?? 'taken';
      }
      const trying = insertNow(booking, atMs, alongside);
      const outcome = trying.then((one) => (typeof one === 'object' ? 'known' : one));
      inserting.set(start, outcome);
      const settled = () => void inserting.delete(start);
      outcome.then(settled, settled);
      return trying;
    },

    /** Takes the new time and leaves the old one, at once. */
    async move(
      booking: StoredBooking,
      to: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const next = { id: booking.id, sequence: booking.sequence + 1 };
      const update = db
        .updateTable('bookings')
        .set({
          start_at: to.start,
          end_at: to.end,
          sequence: next.sequence,
          changed_at: db.engine.instant(atMs),
        })
        .where('id', '=', booking.id)
        .compile();
      const change = record(next, 'moved', to.start, atMs);
      const acts = [change, leave(booking.id), occupy(booking.id, to), update, ...alongside];
      return (await carriedOut(acts)) ? 'done' : obstacle(booking);
    },

    /** Gives the time back; the booking stays, as cancelled. */
    async cancel(
      booking: StoredBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<Exclude<ChangeOutcome, 'taken'>> {
      const next = { id: booking.id, sequence: booking.sequence + 1 };
      const update = db
        .updateTable('bookings')
        .set({ state: 'cancelled', sequence: next.sequence, changed_at: db.engine.instant(atMs) })
        .where('id', '=', booking.id)
        .compile();
      const change = record(next, 'cancelled', booking.start, atMs);
      return (await carriedOut([change, leave(booking.id), update, ...alongside])) ? 'done' : 'changed';
    },
  };
}

function cellsOf(start: number, end: number): number[] {
  const first = Math.floor(start / CELL_MS);
  return Array.from({ length: Math.ceil(end / CELL_MS) - first }, (_, index) => first + index);
}

function toBooking(row: BookingRow): StoredBooking {
  return {
    id: row.id,
    token: row.token,
    uid: row.uid,
    leadId: row.lead_id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    timeZone: row.time_zone,
    askedStart: row.asked_start_at,
    start: row.start_at,
    end: row.end_at,
    state: row.state,
    sequence: row.sequence,
    createdAt: row.created_at,
    changedAt: row.changed_at,
  };
}
