import { randomBytes } from 'node:crypto';
import type { CompiledQuery } from 'kysely';
import { REFERENCE_MS } from '../messages/links.ts';
import type { StoredBooking } from '../store/bookings/booking.ts';
import type { Whose } from '../store/bookings/booking-reader.ts';
import type { BookingStore } from '../store/bookings/booking-store.ts';
import type { BookingChangeRow } from '../store/schema.ts';
import type { BookingRequest } from './booking-request.ts';
import { uidOf } from './calendar/own-uid.ts';
import type { Changed } from './call-messages.ts';
import type { FreeTimes } from './free-times.ts';

/** Free times to offer instead of the wanted one, which is taken. Milliseconds since the epoch. */
export interface Instead {
  readonly kind: 'taken';
  readonly next: readonly number[];
}

export type BookOutcome =
  | { readonly kind: 'created' | 'repeated'; readonly booking: StoredBooking }
  | { readonly kind: 'conflict' | 'enough' | 'enough-today' }
  | Instead;

export type ChangeResult =
  /** `over`: it has begun, is cancelled, held or not held any more, or was changed too often. */
  | { readonly kind: 'done' | 'over'; readonly booking: StoredBooking }
  | { readonly kind: 'unknown' }
  | Instead;

/** Books, moves and cancels calls. Every method rejects when the change could not be made durable. */
export interface Bookings {
  /** The outcome for a request whose id was booked before; undefined for a new one. Nothing is booked by it. */
  known(request: BookingRequest): Promise<BookOutcome | undefined>;
  /**
   * @param leadId the visitor's lead, when it is known
   * @param held whether it waits for the owner's word, without covering its time, and without a mail to anybody
   */
  book(request: BookingRequest, leadId: string | null, held?: boolean): Promise<BookOutcome>;
  byToken(token: string): Promise<StoredBooking | undefined>;
  move(token: string, start: number): Promise<ChangeResult>;
  cancel(token: string): Promise<ChangeResult>;
  /** Books a held call, unless its time was taken meanwhile; then it stays held. */
  release(token: string): Promise<ChangeResult>;
  /** Cancels every call to come of a lead, and of its e-mail address. */
  cancelAll(whose: Whose): Promise<void>;
}

export interface BookingsDeps {
  readonly store: BookingStore;
  readonly times: FreeTimes;
  /** The present time, in milliseconds since the Unix epoch. */
  readonly now: () => number;
  /** The statements that belong to a change (event, mails), for the same transaction. @param booking as it is after the change */
  readonly consequences: (
    booking: Changed,
    change: BookingChangeRow['kind'],
    now: number,
  ) => readonly CompiledQuery[];
  /** Called when a message may be due. */
  readonly wake: () => void;
  /** Host of the site, part of the calls' uids in calendars, which have to be unique worldwide. */
  readonly host: string;
}

/** 192 bits, so that the address of a call's page cannot be guessed. */
const TOKEN_BYTES = 24;
/** How many free times are offered instead of one that is taken. */
const NEXT = 12;
/** How many future calls one mailbox may have, so that nobody books the calendar full. */
const MOST_UPCOMING = 2;
/** How many calls may be booked with one mailbox in 24 hours, cancelled ones too: each sends mails there. */
const MOST_A_DAY = 4;
const DAY_MS = 24 * 60 * 60_000;
/** How often one call may be changed: each change sends a mail to an address that may be somebody else's. */
const MOST_CHANGES = 8;
/** How often a change is tried when the booking was changed by another request in between. */
const TRIES = 3;

/** The rules of booking over a store of bookings and the free times. */
export function bookings({ store, times, now, host, consequences, wake }: BookingsDeps): Bookings {
  const instead = async (start: number, except?: string): Promise<Instead> => ({
    kind: 'taken',
    next: await times.next(start, NEXT, except),
  });

  const known = async (request: BookingRequest) => {
    const stored = await store.byId(request.id);
    return stored && repeatedBy(request, stored);
  };

  /** Why nothing can be booked then with that mailbox; undefined when it can. */
  async function refusalOf({ start, email }: BookingRequest): Promise<BookOutcome | undefined> {
    if (!(await times.isFree(start))) return instead(start);
    if ((await store.upcoming(email, now())) >= MOST_UPCOMING) return { kind: 'enough' };
    if ((await store.bookedSince(email, now() - DAY_MS)) >= MOST_A_DAY) return { kind: 'enough-today' };
    return undefined;
  }

  /** Changes a booking; when another request changed it in between, reads it again and retries. */
  async function change(
    token: string,
    attempt: (booking: StoredBooking) => Promise<ChangeResult | 'changed'>,
  ): Promise<ChangeResult> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const booking = await store.byToken(token);
      if (booking === undefined) return { kind: 'unknown' };
      if (booking.state === 'cancelled' || booking.start <= now()) return { kind: 'over', booking };
      const result = await attempt(booking);
      if (result !== 'changed') return result;
    }
    throw new Error('A booking was changed by others all the while');
  }

  const done = async (token: string): Promise<ChangeResult> => {
    times.forget();
    wake();
    const booking = await store.byToken(token);
    return booking === undefined ? { kind: 'unknown' } : { kind: 'done', booking };
  };

  const cancel = (token: string) =>
    change(token, async (booking) => {
      const at = now();
      const after = { ...booking, sequence: booking.sequence + 1 };
      // Nobody was told of a call that is held, so that nobody needs to be told that it is cancelled.
      const alongside = booking.state === 'held' ? [] : consequences(after, 'cancelled', at);
      const outcome = await store.cancel(booking, at, alongside);
      return outcome === 'done' ? done(token) : 'changed';
    });

  return {
    byToken: store.byToken,
    known,
    cancel,

    async book(request, leadId, held = false) {
      const refused = await refusalOf(request);
      // A repetition finds its own call in the way.
      if (refused !== undefined) return (await known(request)) ?? refused;
      const { start, ...asked } = request;
      const booking = {
        ...asked,
        token: randomBytes(TOKEN_BYTES).toString('base64url'),
        uid: uidOf(request.id, host),
        leadId: await store.knownLead(leadId, request, now() - REFERENCE_MS),
        time: times.timeOf(start),
        held,
      };
      const at = now();
      const alongside = held ? [] : consequences({ ...booking, start, sequence: 0 }, 'booked', at);
      const outcome = await store.insert(booking, at, alongside);
      times.forget();
      if (outcome === 'taken') return instead(start);
      if (outcome !== 'created') return repeatedBy(request, outcome);
      const stored = await store.byId(request.id);
      if (stored === undefined) throw new Error('A booking was erased as soon as it was made');
      wake();
      return { kind: 'created', booking: stored };
    },

    move: (token, start) =>
      change(token, async (booking) => {
        if (booking.start === start) return { kind: 'done', booking };
        if (booking.state === 'held' || booking.sequence >= MOST_CHANGES) return { kind: 'over', booking };
        if (!(await times.isFree(start, booking.id))) return instead(start, booking.id);
        const at = now();
        const after = { ...booking, start, sequence: booking.sequence + 1 };
        const alongside = consequences(after, 'moved', at);
        const outcome = await store.move(booking, times.timeOf(start), at, alongside);
        if (outcome === 'changed') return 'changed';
        return outcome === 'done' ? done(token) : instead(start, booking.id);
      }),

    release: (token) =>
      change(token, async (booking) => {
        if (booking.state !== 'held') return { kind: 'over', booking };
        const at = now();
        const after = { ...booking, sequence: booking.sequence + 1 };
        const alongside = consequences(after, 'booked', at);
        const outcome = await store.release(booking, times.timeOf(booking.start), at, alongside);
        if (outcome === 'changed') return 'changed';
        return outcome === 'done' ? done(token) : instead(booking.start);
      }),

    async cancelAll(whose) {
      for (const { token } of await store.toCome(whose, now())) await cancel(token);
    },
  };
}

/** The answer to a request whose id is that of a booking. */
function repeatedBy({ name, email, phone, start }: BookingRequest, booking: StoredBooking): BookOutcome {
  const same =
    booking.name === name &&
    booking.email === email &&
    booking.phone === phone &&
    booking.askedStart === start;
  return same ? { kind: 'repeated', booking } : { kind: 'conflict' };
}
