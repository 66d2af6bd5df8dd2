import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { mailboxKey } from '#domain/mailbox.ts';
import { isCollision, isDeadlock } from '../../store/collision.ts';
import type { Database } from '../../store/database.ts';
import type { BookingChangeRow } from '../../store/schema.ts';
import type { CallTime, NewBooking, StoredBooking } from './booking.ts';
import { bookingReader } from './booking-reader.ts';
import { cellsOf } from './cells.ts';

/** `changed`: somebody else has moved or cancelled it meanwhile; nothing was written. */
export type ChangeOutcome = 'done' | 'taken' | 'changed';

/** Tries after PostgreSQL has broken a deadlock between two moves by ending this one. */
const TRIES = 3;

export type BookingStore = ReturnType<typeof bookingStore>;

/**
 * Booked calls on any engine. Every change is carried out whole or not at all, together with what is to be written
 * `alongside` it, and rejects when it could not be made durable. A time is sold once because each five minutes of it
 * are a row with a primary key; of two changes to one booking at once the key of `booking_changes` lets one pass.
 */
export function bookingStore(db: Database) {
  const reader = bookingReader(db);

  /** @returns whether it was carried out; false when a key was taken already */
  async function carriedOut(queries: readonly CompiledQuery[], tries = TRIES): Promise<boolean> {
    try {
      await db.atomically(queries);
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
    start: Instant,
    atMs: number,
  ) =>
    db
      .insertInto('booking_changes')
      .values({ booking_id: id, sequence, kind, start_at: start, at: db.engine.instant(atMs) })
      .compile();

  /** Insertions under way, by the start they want: the others wait for the one, instead of for its locks. */
  const inserting = new Map<number, Promise<'created' | 'taken' | 'known'>>();

  /** Which key stood in the way of a change. */
  const obstacle = async ({ id, sequence }: StoredBooking): Promise<ChangeOutcome> =>
    (await reader.byId(id))?.sequence === sequence ? 'taken' : 'changed';

  async function insertNow(
    { id, token, uid, leadId, name, email, phone, timeZone, time, held }: NewBooking,
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
        mailbox: mailboxKey(email),
        phone,
        time_zone: timeZone,
        asked_start_at: time.start,
        start_at: time.start,
        end_at: time.end,
        state: 'booked',
        ...(held && { held: 'waiting' as const }),
        sequence: 0,
        created_at: instant,
        changed_at: instant,
      })
      .compile();
    const change = record({ id, sequence: 0 }, 'booked', time.start, atMs);
    const booked = held ? [] : [change, occupy(id, time)];
    if (await carriedOut([row, ...booked, ...alongside])) return 'created';
    return (await reader.byId(id)) ?? 'taken';
  }

  return {
    ...reader,

    /** @returns `created`; `taken`; or, when its id stood already, the booking that has it */
    async insert(
      booking: NewBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<'created' | 'taken' | StoredBooking> {
      if (booking.held) return insertNow(booking, atMs, alongside);
      const { start } = booking.time;
      for (let ahead = inserting.get(start); ahead !== undefined; ahead = inserting.get(start)) {
        const outcome = await ahead.catch(() => 'failed' as const);
        if (outcome === 'created' || outcome === 'taken') return (await reader.byId(booking.id)) ?? 'taken';
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
      const statements = [change, leave(booking.id), occupy(booking.id, to), update, ...alongside];
      return (await carriedOut(statements)) ? 'done' : obstacle(booking);
    },

    /** Gives its time to a booking that was held. */
    async release(
      booking: StoredBooking,
      time: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const next = { id: booking.id, sequence: booking.sequence + 1 };
      const update = db
        .updateTable('bookings')
        .set({ held: 'released', sequence: next.sequence, changed_at: db.engine.instant(atMs) })
        .where('id', '=', booking.id)
        .compile();
      const change = record(next, 'booked', booking.start, atMs);
      const statements = [change, occupy(booking.id, time), update, ...alongside];
      return (await carriedOut(statements)) ? 'done' : obstacle(booking);
    },

    /** Has another number called at the same time. @param phone E.164 */
    async correct(
      booking: StoredBooking,
      phone: string,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<Exclude<ChangeOutcome, 'taken'>> {
      const next = { id: booking.id, sequence: booking.sequence + 1 };
      const update = db
        .updateTable('bookings')
        .set({
          phone,
          asked_phone: booking.askedPhone,
          sequence: next.sequence,
          changed_at: db.engine.instant(atMs),
        })
        .where('id', '=', booking.id)
        .compile();
      const change = record(next, 'corrected', booking.start, atMs);
      return (await carriedOut([change, update, ...alongside])) ? 'done' : 'changed';
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
