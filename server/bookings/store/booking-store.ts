import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { isCollision, isDeadlock } from '../../store/collision.ts';
import type { Database } from '../../store/database.ts';
import type { BookingChangeRow, BookingRow } from '../../store/schema.ts';
import { mailboxKey } from '../../system/mailbox.ts';
import type { CallTime, NewBooking, StoredBooking } from './booking.ts';
import { bookingReader } from './booking-reader.ts';
import { cellsOf } from './cells.ts';

/** `changed`: somebody else has moved or cancelled it meanwhile; nothing was written. */
export type ChangeOutcome = 'done' | 'taken' | 'changed';

/** When a change was made, what it does to the calendar's cells, and what is written with it. */
interface Change {
  readonly atMs: number;
  readonly cells?: readonly CompiledQuery[];
  readonly alongside: readonly CompiledQuery[];
}

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

  /**
   * Writes a change under the booking's next `sequence`.
   * @param values what changes in its row
   * @param cells the statements that give its time back or take another
   */
  async function changed(
    booking: StoredBooking,
    kind: BookingChangeRow['kind'],
    values: Partial<BookingRow>,
    { atMs, cells = [], alongside }: Change,
  ): Promise<ChangeOutcome> {
    const { id, start } = booking;
    const sequence = booking.sequence + 1;
    const update = db
      .updateTable('bookings')
      .set({ ...values, sequence, changed_at: db.engine.instant(atMs) })
      .where('id', '=', id)
      .compile();
    const change = record({ id, sequence }, kind, values.start_at ?? start, atMs);
    if (await carriedOut([change, ...cells, update, ...alongside])) return 'done';
    // Which key stood in the way.
    return (await reader.byId(id))?.sequence === booking.sequence ? 'taken' : 'changed';
  }

  /** Insertions under way, by the start they want: the others wait for the one, instead of for its locks. */
  const inserting = new Map<number, Promise<'created' | 'taken' | 'known'>>();

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
    move(
      booking: StoredBooking,
      to: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const cells = [leave(booking.id), occupy(booking.id, to)];
      return changed(booking, 'moved', { start_at: to.start, end_at: to.end }, { atMs, cells, alongside });
    },

    /** Gives its time to a booking that was held. */
    release(
      booking: StoredBooking,
      time: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const cells = [occupy(booking.id, time)];
      return changed(booking, 'booked', { held: 'released' }, { atMs, cells, alongside });
    },

    /** Has another number called at the same time. @param phone E.164 */
    correct(
      booking: StoredBooking,
      phone: string,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const values = { phone, asked_phone: booking.askedPhone };
      return changed(booking, 'corrected', values, { atMs, alongside });
    },

    /** Gives the time back; the booking stays, as cancelled. */
    cancel(
      booking: StoredBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const cells = [leave(booking.id)];
      return changed(booking, 'cancelled', { state: 'cancelled' }, { atMs, cells, alongside });
    },
  };
}
