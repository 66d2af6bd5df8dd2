import { randomBytes } from 'node:crypto';
import type { Instant } from '#domain/instant.ts';
import { REFERENCE_MS } from '../messages/links.ts';
import { mailboxKey } from '../system/mailbox.ts';
import { type BookingChanges, bookingChanges, type ChangeDeps, type Instead } from './booking-changes.ts';
import type { BookingRequest } from './booking-request.ts';
import { uidOf } from './calendar/own-uid.ts';
import type { StoredBooking } from './store/booking.ts';
import type { Whose } from './store/booking-reader.ts';

export type BookOutcome =
  | { readonly kind: 'created' | 'repeated'; readonly booking: StoredBooking }
  | { readonly kind: 'conflict' | 'enough' | 'enough-today' }
  | Instead;

/** Books, moves and cancels calls. Every method rejects when the change could not be made durable. */
export interface Bookings extends BookingChanges {
  /** The outcome for a request whose id was booked before; undefined for a new one. Nothing is booked by it. */
  known(request: BookingRequest): Promise<BookOutcome | undefined>;
  /**
   * @param leadId the visitor's lead, when it is known
   * @param held whether it waits for the owner's word, without covering its time, and without a mail to anybody
   */
  book(request: BookingRequest, leadId: string | null, held?: boolean): Promise<BookOutcome>;
  /** A call that was booked here; one of a provider has no page here. */
  byToken(token: string): Promise<StoredBooking | undefined>;
  /** @param id the idempotency key under which it was booked */
  byId(id: string): Promise<StoredBooking | undefined>;
  /** When a call was to begin before it was moved last; undefined: it never was. */
  movedFrom(id: string): Promise<number | undefined>;
  /** The next call of a lead; undefined: none is to come. */
  nextOf(leadId: string): Promise<StoredBooking | undefined>;
  /** Cancels every call to come of a lead, and of its e-mail address. */
  cancelAll(whose: Whose): Promise<void>;
}

export interface BookingsDeps extends ChangeDeps {
  /** Host of the site, part of the calls' uids in calendars, which have to be unique worldwide. */
  readonly host: string;
}

/** 192 bits, so that the address of a call's page cannot be guessed. */
export const TOKEN_BYTES = 24;
/** How many free times are offered instead of one that is taken. */
const NEXT = 12;
/** How many future calls one mailbox may have, so that nobody books the calendar full. */
const MOST_UPCOMING = 2;
/** How many calls may be booked with one mailbox in 24 hours, cancelled ones too: each sends mails there. */
const MOST_A_DAY = 4;
const DAY_MS = 24 * 60 * 60_000;
/** How often a booking is tried when what it is decided by was changed by others in between. */
const TRIES = 10;

/** The rules of booking over a store of bookings and the free times. */
export function bookings(deps: BookingsDeps): Bookings {
  const { store, times, now, host, consequences, wake } = deps;
  const instead = async (start: Instant, except?: string): Promise<Instead> => ({
    kind: 'taken',
    next: await times.next(start, NEXT, except),
  });

  const changes = bookingChanges(deps, instead);
  const inTurn = oneAfterAnother();

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

  /** @returns `changed`: nothing was written, it is to be decided anew */
  async function bookNow(
    request: BookingRequest,
    leadId: string | null,
    held: boolean,
  ): Promise<BookOutcome | 'changed'> {
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
    const alongside = held ? [] : consequences({ ...booking, ...booking.time, sequence: 0 }, 'booked', at);
    const outcome = await store.insert(booking, at, alongside);
    times.forget();
    if (outcome === 'taken') return instead(start);
    if (outcome === 'changed') return 'changed';
    if (outcome !== 'created') return repeatedBy(request, outcome);
    wake();
    // Read again, unless it was erased as soon as it was made.
    const stored = (await store.byId(request.id)) ?? {
      ...{ ...booking, ...booking.time, phone: request.phone, askedPhone: request.phone, askedStart: start },
      ...{ state: held ? ('held' as const) : ('booked' as const), outcome: null, sequence: 0 },
      ...{ createdAt: at, changedAt: at, provider: null },
    };
    return { kind: 'created', booking: stored };
  }

  async function bookDecided(...given: Parameters<typeof bookNow>): Promise<BookOutcome> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const outcome = await bookNow(...given);
      if (outcome !== 'changed') return outcome;
    }
    throw new Error('What a booking is decided by was changed by others all the while');
  }

  return {
    async byToken(token) {
      const booking = await store.byToken(token);
      return booking?.provider === null ? booking : undefined;
    },
    byId: store.byId,
    movedFrom: store.movedFrom,

    async nextOf(leadId) {
      const calls = await store.ofLead(leadId);
      return calls.find(({ state, start }) => state === 'booked' && start > now());
    },
    known,
    ...changes,

    book: (request, leadId, held = false) =>
      inTurn(mailboxKey(request.email), () => bookDecided(request, leadId, held)),

    async cancelAll(whose) {
      for (const { token } of await store.toCome(whose, now())) await changes.cancel(token);
    },
  };
}

/** Lets acts of one name wait for each other, so that each sees what those before it have done. */
function oneAfterAnother() {
  const last = new Map<string, Promise<unknown>>();
  return <T>(name: string, act: () => Promise<T>): Promise<T> => {
    const acting = (last.get(name) ?? Promise.resolve()).then(act, act);
    last.set(name, acting);
    const forget = () => {
      if (last.get(name) === acting) last.delete(name);
    };
    acting.then(forget, forget);
    return acting;
  };
}

/** The answer to a request whose id is that of a booking. */
function repeatedBy({ name, email, phone, start }: BookingRequest, booking: StoredBooking): BookOutcome {
  const same =
    booking.name === name &&
    booking.email === email &&
    booking.askedPhone === phone &&
    booking.askedStart === start;
  return same ? { kind: 'repeated', booking } : { kind: 'conflict' };
}
