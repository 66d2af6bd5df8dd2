import { type RawBuilder, sql } from 'kysely';
import { cleanEmail } from '#domain/email.ts';
import type { Instant } from '#domain/instant.ts';
import { tokensMeant } from '../../http/addresses.ts';
import type { Database } from '../../store/database.ts';
import { ACCEPTED_AT, IN_STATE } from '../../store/leads/lead-state.ts';
import type { BookingRow } from '../../store/schema.ts';
import { mailboxKey } from '../../system/mailbox.ts';
import { BLOCKED, blockedHours } from './blocked-hours.ts';
import { CELL_MS, type StoredBooking, type Taken, type ToldChange, toBooking } from './booking.ts';

/** Whose calls: of a lead, or booked with its address in another way. */
export interface Whose {
  readonly leadId: string;
  readonly email: string;
}

const IS_NOT_WAITING = sql<boolean>`(held is null or held <> 'waiting')`;

/**
 * How many calls there are that a limit counts: those that are held may be a stranger's, and what the owner has cancelled
 * as abuse was one's.
 */
export function countedCalls(db: Database) {
  const all = db
    .selectFrom('bookings')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('abuse', '=', 0)
    .where(IS_NOT_WAITING);
  const atOnce = (sinceMs: number) =>
    all.where('created_at', '>', sinceMs).where('provider', 'is', null).where('held', 'is', null);
  return {
    /** Still to come, and booked with this mailbox. */
    upcoming: (email: string, nowMs: number) =>
      all
        .where('mailbox', '=', mailboxKey(email))
        .where('start_at', '>', nowMs)
        .where('state', '=', 'booked'),
    /** Booked with this mailbox since then, whatever became of them. */
    ofMailbox: (email: string, sinceMs: number) =>
      all
        .where('mailbox', '=', mailboxKey(email))
        // A call begins after it was booked, and the index is by its beginning.
        .where('start_at', '>', sinceMs)
        .where('created_at', '>', sinceMs),
    /**
     * Booked here since then without having had to wait, and not cancelled: a call that its visitor cancelled takes no
     * time from anybody, so it makes nobody wait whose lead is here. A network that cancels in a loop waits by its own share.
     */
    atOnce: (sinceMs: number) => atOnce(sinceMs).where('state', '=', 'booked'),
    /** The same whatever became of them, as each has sent a mail: those whose mailbox is not confirmed, and whose address is not that of a lead that was let in. */
    ofStrangers: (sinceMs: number) =>
      atOnce(sinceMs).where(
        sql<boolean>`not exists (select 1 from leads join outbox on outbox.lead_id = leads.id where leads.id = bookings.lead_id
          and lower(leads.email) = lower(bookings.email) and outbox.held_because is null)
          and not exists (select 1 from bookings as confirmed where confirmed.mailbox = bookings.mailbox
          and (confirmed.held = 'released' or confirmed.outcome = 'held'))`,
      ),
  };
}

/** SQL condition: calls booked on this site between the two instants that their visitors have cancelled since. */
export function cancelledSince(sinceMs: number, untilMs: number): RawBuilder<boolean> {
  return sql<boolean>`(state = 'cancelled' and abuse = 0 and provider is null
    and created_at >= ${sinceMs} and created_at <= ${untilMs})`;
}

type CountedCalls = ReturnType<ReturnType<typeof countedCalls>['atOnce']>;

/** A limit on calls, read and then required of the transaction that books another. */
export interface CallLimit {
  readonly calls: CountedCalls;
  readonly most: number;
}

export async function isReached({ calls, most }: CallLimit): Promise<boolean> {
  return Number((await calls.executeTakeFirstOrThrow()).total) >= most;
}

/** What is asked about booked calls, on either engine; never writes. */
export function bookingReader(db: Database) {
  const read = async (column: 'id' | 'token', values: string[]): Promise<StoredBooking | undefined> => {
    const row = await db.selectFrom('bookings').selectAll().where(column, 'in', values).executeTakeFirst();
    return row && toBooking(row);
  };

  /** In the words of the index `bookings_unsaid`; a call that waits for the owner's word is no call yet. */
  const unsaid = () =>
    db
      .selectFrom('bookings')
      .selectAll()
      .where(sql<boolean>`state = 'booked' and outcome is null`)
      .where(sql<boolean>`held is distinct from 'waiting'`)
      .orderBy('start_at');

  return {
    byId: (id: string) => read('id', [id]),
    byToken: (token: string) => read('token', tokensMeant(token)),

    /** When the call was to begin before it was moved last; undefined: never moved. */
    async movedFrom(id: string): Promise<Instant | undefined> {
      const changes = await db
        .selectFrom('booking_changes')
        .select(['kind', 'start_at'])
        .where('booking_id', '=', id)
        .orderBy('sequence')
        .execute();
      return changes[changes.findLastIndex(({ kind }) => kind === 'moved') - 1]?.start_at;
    },

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

    /** The bookings of an e-mail address, however it is written, with or without a lead, the first call first. */
    async ofEmail(email: string): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where(sql`lower(email)`, '=', sql`lower(${cleanEmail(email)})`)
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /**
     * The lead that a call belongs to: the one that was referred to, while it is there, or the oldest of the same name
     * and e-mail that was let in: what a stranger adds in somebody's name takes no call of theirs. Without JavaScript the
     * page in between cannot pass the reference on.
     * @param since an older lead is not looked for by name
     */
    async knownLead(
      leadId: string | null,
      { name, email }: Pick<BookingRow, 'name' | 'email'>,
      since: Instant,
    ): Promise<string | null> {
      const leads = db.selectFrom('leads').select('id');
      const found =
        leadId === null
          ? leads
              .where(sql`lower(email)`, '=', email.toLowerCase())
              .where('name', '=', name)
              .where('created_at', '>=', since)
              .where(
                sql<boolean>`not exists (select 1 from outbox where lead_id = leads.id and held_because is not null)`,
              )
              .orderBy('created_at')
              .orderBy('id')
              .limit(1)
          : leads.where('id', '=', leadId);
      return (await found.executeTakeFirst())?.id ?? null;
    },

    /** The calls that are still to come and are a lead's, or were booked with its e-mail; the first call first. */
    async toCome({ leadId, email }: Whose, nowMs: number): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('start_at', '>', nowMs)
        .where('state', '=', 'booked')
        .where((e) => e.or([e('lead_id', '=', leadId), e(sql`lower(email)`, '=', email.toLowerCase())]))
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /** The calls to come that were booked with the reference of a lead that is held, and was accepted in that time. */
    async toComeOfHeldLeads(acceptedFrom: Instant, acceptedBefore: Instant, nowMs: Instant) {
      const rows = await db
        .selectFrom('bookings')
        .innerJoin('outbox', 'outbox.lead_id', 'bookings.lead_id')
        .selectAll('bookings')
        .where(IN_STATE.held)
        .where(ACCEPTED_AT, '>=', acceptedFrom)
        .where(ACCEPTED_AT, '<', acceptedBefore)
        .where('start_at', '>', nowMs)
        .where('bookings.state', '=', 'booked')
        .where('by_name', '=', 0)
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /** Whether the owner has let a call of this mailbox in that waited, or has spoken to somebody in one. */
    async isConfirmed(email: string): Promise<boolean> {
      const call = db
        .selectFrom('bookings')
        .select('id')
        .where('mailbox', '=', mailboxKey(email))
        .where((e) => e.or([e('held', '=', 'released'), e('outcome', '=', 'held')]))
        .limit(1);
      return (await call.executeTakeFirst()) !== undefined;
    },

    /** Whether the lead is here, is not held, and has that address. */
    async isOfLead(leadId: string | null, email: string): Promise<boolean> {
      if (leadId === null) return false;
      const lead = db
        .selectFrom('leads')
        .innerJoin('outbox', 'outbox.lead_id', 'leads.id')
        .select('id')
        .where('id', '=', leadId)
        .where(sql`lower(email)`, '=', email.toLowerCase())
        .where('held_because', 'is', null);
      return (await lead.executeTakeFirst()) !== undefined;
    },

    /** The calls to come of a mailbox that wait for the owner, the first call first. */
    async heldOf(email: string, nowMs: number): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('mailbox', '=', mailboxKey(email))
        .where(sql<boolean>`held = 'waiting' and state = 'booked'`)
        .where('start_at', '>', nowMs)
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /**
     * The last state of a call that its visitor was told of, by a mail that has left or may have; undefined: none.
     * @param before only states of an earlier `sequence` count
     */
    async told(id: string, before?: number): Promise<ToldChange | undefined> {
      const detail = db.engine.shared ? sql`cast(detail as jsonb)` : sql`detail`;
      const { told } = await db
        .selectFrom('messages')
        .select(sql<number | null>`max(cast(${detail} ->> 'sequence' as integer))`.as('told'))
        .where('booking_id', '=', id)
        .where('recipient', '=', 'visitor')
        .where((e) => e.or([e('state', '=', 'sent'), e('unknown_outcome', '=', 1)]))
        .$if(before !== undefined, (query) =>
          query.where(sql<boolean>`cast(${detail} ->> 'sequence' as integer) < ${before}`),
        )
        .executeTakeFirstOrThrow();
      if (told === null) return undefined;
      const changes = await db
        .selectFrom('booking_changes')
        .select(['kind', 'start_at'])
        .where('booking_id', '=', id)
        .where('sequence', '>=', told)
        .orderBy('sequence')
        .execute();
      const [known, ...since] = changes;
      return (
        known && { start: known.start_at, isCorrectedSince: since.some(({ kind }) => kind === 'corrected') }
      );
    },

    /** Calls to come that wait for the owner, `limit` at most: the first call first, and of one time who booked first. */
    async held(nowMs: number, limit: number): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where(sql<boolean>`held = 'waiting' and state = 'booked'`)
        .where('start_at', '>', nowMs)
        .orderBy('start_at')
        .orderBy('created_at')
        .limit(limit)
        .execute();
      return rows.map(toBooking);
    },

    /** The calls, to come or past, that have no lead and that nothing was said of, the first call first. */
    async unsaidWithoutLead(): Promise<StoredBooking[]> {
      const rows = await unsaid().where('lead_id', 'is', null).execute();
      return rows.map(toBooking);
    },

    /** The calls that begin between two instants and are not cancelled, the first call first. */
    async between(from: Instant, to: Instant): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('start_at', '>=', from)
        .where('start_at', '<', to)
        .where('state', '=', 'booked')
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /** The calls between two instants that nothing was said of, `limit` at most, the first call first. */
    async unsaidBetween(from: Instant, to: Instant, limit: number): Promise<StoredBooking[]> {
      const rows = await unsaid()
        .where('start_at', '>=', from)
        .where('start_at', '<', to)
        .limit(limit)
        .execute();
      return rows.map(toBooking);
    },

    /** Calls to come that were booked here since then, and no later than `untilMs`, the first call first. */
    async toComeBookedSince(
      sinceMs: number,
      nowMs: number,
      untilMs = Number.MAX_SAFE_INTEGER,
    ): Promise<StoredBooking[]> {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('state', '=', 'booked')
        .where('start_at', '>', nowMs)
        .where('created_at', '>=', sinceMs)
        .where('created_at', '<=', untilMs)
        .where('provider', 'is', null)
        .orderBy('start_at')
        .execute();
      return rows.map(toBooking);
    },

    /** How many calls that were booked here in that time are cancelled by others than the owner, and still count. */
    async cancelledBookedSince(sinceMs: number, untilMs = Number.MAX_SAFE_INTEGER): Promise<number> {
      const { total } = await db
        .selectFrom('bookings')
        .select((e) => e.fn.countAll<number>().as('total'))
        .where(cancelledSince(sinceMs, untilMs))
        .executeTakeFirstOrThrow();
      return Number(total);
    },

    /** Taken time between two instants: calls with their buffers, cut to whole cells, and what the owner has blocked. */
    async taken(from: Instant, to: Instant): Promise<Taken[]> {
      const rows = await db
        .selectFrom('booking_cells')
        .select(({ fn }) => ['booking_id', fn.min('cell').as('first'), fn.max('cell').as('last')])
        .where('cell', '>=', Math.floor(from / CELL_MS))
        .where('cell', '<', Math.ceil(to / CELL_MS))
        .groupBy('booking_id')
        .execute();
      const calls = rows.map(({ booking_id, first, last }) => ({
        bookingId: booking_id,
        start: first * CELL_MS,
        end: (last + 1) * CELL_MS,
      }));
      const blocked = await blockedHours(db).between(from, to);
      return [...calls, ...blocked.map((hour) => ({ ...hour, bookingId: BLOCKED }))];
    },
  };
}
