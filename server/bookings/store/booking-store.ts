import { type CompiledQuery, sql } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { Database } from '../../store/database.ts';
import { oneAtATime } from '../../store/one-at-a-time.ts';
import { isOutdated, required } from '../../store/outdated.ts';
import type { BookingChangeRow, BookingRow } from '../../store/schema.ts';
import { mailboxKey } from '../../system/mailbox.ts';
import { type CallTime, cellsOf, type NewBooking, type StoredBooking } from './booking.ts';
import { bookingReader, type CallLimit, cancelledSince, countedCalls } from './booking-reader.ts';

/** What `oneAtATime` locks while calls are counted and one is added. */
const LOCKED_TO_COUNT = sql`values ('booked calls')`;

/** `changed`: somebody else has moved or cancelled it meanwhile; nothing was written. */
export type ChangeOutcome = 'done' | 'taken' | 'changed';

/** When a change was made, what it does to the calendar's cells, and what is written with it. */
interface Change {
  readonly atMs: number;
  /** Gives back the time that the booking has. */
  readonly leaves?: boolean;
  /** The time that it takes. */
  readonly takes?: CallTime;
  readonly limits?: readonly CallLimit[];
  readonly alongside: readonly CompiledQuery[];
}

export type BookingStore = ReturnType<typeof bookingStore>;

/**
 * Booked calls on any engine. Every change is carried out whole or not at all, together with what is to be written
 * `alongside` it, and rejects when it could not be made durable. A time is sold once because each five minutes of it
 * are a row with a primary key; a change is written to a booking of the `sequence` that it was decided by, or not at all.
 */
export function bookingStore(db: Database) {
  const reader = bookingReader(db);

  /** @returns whether it was carried out; false when something has changed that it was decided by */
  async function carriedOut(
    queries: readonly CompiledQuery[],
    limits: readonly CallLimit[],
  ): Promise<boolean> {
    const within = limits.map(({ calls, most }) =>
      required(db.selectFrom(calls.as('counted')).select('total').where('total', '<', most).compile()),
    );
    try {
      // Of two that would take the last of a limit, on two servers, one waits for the other.
      if (limits.length > 0) await oneAtATime(db, LOCKED_TO_COUNT, [...within, ...queries]);
      else await db.atomically(queries);
      return true;
    } catch (error) {
      if (isOutdated(error)) return false;
      throw error;
    }
  }

  const occupy = (bookingId: string, { start, coversUntil }: CallTime) =>
    db
      .insertInto('booking_cells')
      .values(cellsOf(start, coversUntil).map((cell) => ({ cell, booking_id: bookingId })))
      .compile();

  /** Whether another booking has part of that time. */
  const isTaken = async (bookingId: string, { start, coversUntil }: CallTime) => {
    const others = db
      .selectFrom('booking_cells')
      .select('cell')
      .where('cell', 'in', cellsOf(start, coversUntil))
      .where('booking_id', '<>', bookingId)
      .limit(1);
    return (await others.executeTakeFirst()) !== undefined;
  };

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
   */
  async function changed(
    booking: StoredBooking,
    kind: BookingChangeRow['kind'],
    values: Partial<BookingRow>,
    { atMs, leaves = false, takes, alongside, limits = [] }: Change,
  ): Promise<ChangeOutcome> {
    const { id, start } = booking;
    const sequence = booking.sequence + 1;
    const update = db
      .updateTable('bookings')
      .set({ ...values, sequence, changed_at: db.engine.instant(atMs) })
      .where('id', '=', id)
      .where('sequence', '=', booking.sequence)
      .where('lead_id', 'is not distinct from', booking.leadId)
      .compile();
    const change = record({ id, sequence }, kind, values.start_at ?? start, atMs);
    const cells = [...(leaves ? [leave(id)] : []), ...(takes ? [occupy(id, takes)] : [])];
    if (await carriedOut([required(update), change, ...cells, ...alongside], limits)) return 'done';
    return takes !== undefined && (await isTaken(id, takes)) ? 'taken' : 'changed';
  }

  /** Insertions under way, by the start they want: the others wait for the one, instead of for its locks. */
  const inserting = new Map<number, Promise<'created' | 'taken' | 'changed' | 'known'>>();

  async function insertNow(
    { id, token, uid, leadId, byName = false, name, email, phone, timeZone, time, held }: NewBooking,
    atMs: number,
    alongside: readonly CompiledQuery[],
    limits: readonly CallLimit[],
  ): Promise<'created' | 'taken' | 'changed' | StoredBooking> {
    const instant = db.engine.instant(atMs);
    const row = db
      .insertInto('bookings')
      .values({
        id,
        token,
        uid,
        lead_id: leadId,
        by_name: byName ? 1 : 0,
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
    if (await carriedOut([row, ...booked, ...alongside], limits)) return 'created';
    return (await reader.byId(id)) ?? (!held && (await isTaken(id, time)) ? 'taken' : 'changed');
  }

  return {
    ...reader,
    counted: countedCalls(db),

    /**
     * @returns `created`; `taken`; when its id stood already, the booking that has it; or `changed`: nothing was written,
     *   as its lead was erased, a limit was reached meanwhile, or what it was decided by has changed in another way
     * @param limits that may not be reached yet
     */
    async insert(
      booking: NewBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
      limits: readonly CallLimit[] = [],
    ): Promise<'created' | 'taken' | 'changed' | StoredBooking> {
      if (booking.held) return insertNow(booking, atMs, alongside, []);
      const { start } = booking.time;
      for (let ahead = inserting.get(start); ahead !== undefined; ahead = inserting.get(start)) {
        const outcome = await ahead.catch(() => 'failed' as const);
        if (outcome === 'created' || outcome === 'taken') return (await reader.byId(booking.id)) ?? 'taken';
      }
      const trying = insertNow(booking, atMs, alongside, limits);
      const outcome = trying.then((one) => (typeof one === 'object' ? 'known' : one));
      inserting.set(start, outcome);
      const settled = () => void inserting.delete(start);
      outcome.then(settled, settled);
      return trying;
    },

    /**
     * Has calls that were booked here in that time, and that their visitors have cancelled already, count against no limit.
     * @returns how many
     */
    async discount(sinceMs: number, untilMs: number): Promise<number> {
      const rows = await db
        .updateTable('bookings')
        .set({ abuse: 1 })
        .where(cancelledSince(sinceMs, untilMs))
        .returning('id')
        .execute();
      return rows.length;
    },

    /** Takes the new time and leaves the old one, at once. */
    move(
      booking: StoredBooking,
      to: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
    ): Promise<ChangeOutcome> {
      const values = { start_at: to.start, end_at: to.end };
      return changed(booking, 'moved', values, { atMs, leaves: true, takes: to, alongside });
    },

    /** Gives its time to a booking that was held. @param limits that may not be reached yet */
    release(
      booking: StoredBooking,
      time: CallTime,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
      limits: readonly CallLimit[] = [],
    ): Promise<ChangeOutcome> {
      return changed(booking, 'booked', { held: 'released' }, { atMs, takes: time, alongside, limits });
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

    /** Gives the time back; the booking stays, as cancelled. @param isAbuse whether it counts against no limit */
    cancel(
      booking: StoredBooking,
      atMs: number,
      alongside: readonly CompiledQuery[] = [],
      isAbuse = false,
    ): Promise<ChangeOutcome> {
      const values = { state: 'cancelled' as const, ...(isAbuse && { abuse: 1 as const }) };
      return changed(booking, 'cancelled', values, { atMs, leaves: true, alongside });
    },
  };
}
