import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import { newToken } from '../http/addresses.ts';
import { REFERENCE_MS } from '../messages/links.ts';
import { mailboxKey } from '../system/mailbox.ts';
import {
  type BookingChanges,
  bookingChanges,
  type ChangeDeps,
  type Instead,
  MOST_UPCOMING,
} from './booking-changes.ts';
import type { BookingRequest } from './booking-request.ts';
import { uidOf } from './calendar/own-uid.ts';
import type { StoredBooking } from './store/booking.ts';
import { type CallLimit, isReached, type Whose } from './store/booking-reader.ts';

export type BookOutcome =
  /** `isRush`: it has to wait as more is booked than usual. */
  | { readonly kind: 'created' | 'repeated'; readonly booking: StoredBooking; readonly isRush?: boolean }
  | { readonly kind: 'conflict' }
  | Instead;

/** What is known of who books. */
export interface Booker {
  /** The lead that the visitor came with, when it is known. */
  readonly leadId: string | null;
  /** A keyed hash of the client. */
  readonly client: string | null;
  /** Whether it has to wait for the owner's word, as it is one of many. */
  readonly isRush?: boolean;
}

/** Books, moves and cancels calls. Every method rejects when the change could not be made durable. */
export interface Bookings extends BookingChanges {
  /** The outcome for a request whose id was booked before; undefined for a new one. Nothing is booked by it. */
  known(request: BookingRequest): Promise<BookOutcome | undefined>;
  /**
   * A call that waits for the owner's word covers no time, and nobody gets a mail about it; but where its mailbox has as
   * many calls as it may have, the mailbox is asked: whoever books there may be somebody else, and is told nothing of it.
   */
  book(request: BookingRequest, booker: Booker): Promise<BookOutcome>;
  /** How well the booker is known: the mailbox from a call of before, or by a lead that was let in. */
  trustOf(request: Pick<BookingRequest, 'name' | 'email'>, leadId: string | null): Promise<Trust>;
  /** A call that was booked here; one of a provider has no page here. */
  byToken(token: string): Promise<StoredBooking | undefined>;
  /** @param id the idempotency key under which it was booked */
  byId(id: string): Promise<StoredBooking | undefined>;
  /** When a call was to begin before it was moved last; undefined: it never was. */
  movedFrom(id: string): Promise<number | undefined>;
  /** The next call that was booked with a lead's reference; undefined: none is to come. */
  nextOf(leadId: string): Promise<StoredBooking | undefined>;
  /** Cancels every call to come of a lead, and of its e-mail address. */
  cancelAll(whose: Whose): Promise<void>;
}

export type Trust = 'mailbox' | 'lead' | 'none';

export interface BookingsDeps extends ChangeDeps {
  /** Host of the site, part of the calls' uids in calendars, which have to be unique worldwide. */
  readonly host: string;
  /** How many calls are booked at once within 24 hours, by strangers and in all. */
  readonly atOnce: Readonly<Record<'strangers' | 'all', number>>;
  /** The statements that ask a mailbox whether another call that was booked with it is its own. */
  readonly askMailbox: (
    booking: Pick<StoredBooking, 'id' | 'email' | 'leadId'>,
    client: string | null,
    now: Instant,
  ) => Promise<readonly CompiledQuery[]>;
}

/** How many free times are offered instead of one that is taken. */
const NEXT = 12;
/** How many calls may be booked with one mailbox in 24 hours, cancelled ones too: each sends mails there. */
const MOST_A_DAY = 4;
const DAY_MS = 24 * 60 * 60_000;
/** How often a booking is tried when what it is decided by was changed by others in between. */
const TRIES = 10;

/** The rules of booking over a store of bookings and the free times. */
export function bookings(deps: BookingsDeps): Bookings {
  const { store, times, now, host, atOnce, askMailbox, consequences, wake } = deps;
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

  async function trustOf(
    { email }: Pick<BookingRequest, 'name' | 'email'>,
    leadId: string | null,
  ): Promise<Trust> {
    if (await store.isConfirmed(email)) return 'mailbox';
    return (await store.isOfLead(leadId, email)) ? 'lead' : 'none';
  }

  /** @returns `changed`: nothing was written, it is to be decided anew */
  async function bookNow(request: BookingRequest, booker: Booker): Promise<BookOutcome | 'changed'> {
    const { start, ...asked } = request;
    const { email } = request;
    // A repetition finds its own call in the way.
    if (!(await times.isFree(start))) return (await known(request)) ?? instead(start);
    const at = now();
    const leadId = await store.knownLead(booker.leadId, request, at - REFERENCE_MS);
    const trust = await trustOf(request, leadId);
    const { upcoming, ofMailbox, ofStrangers, atOnce: booked } = store.counted;
    const ofThisMailbox = [
      { calls: upcoming(email, at), most: MOST_UPCOMING },
      { calls: ofMailbox(email, at - DAY_MS), most: MOST_A_DAY },
    ];
    const ofAll = [
      ...(trust === 'mailbox' ? [] : [{ calls: booked(at - DAY_MS), most: atOnce.all }]),
      ...(trust === 'none' ? [{ calls: ofStrangers(at - DAY_MS), most: atOnce.strangers }] : []),
    ];
    const isFull = await isAnyReached(ofThisMailbox);
    const isRush = booker.isRush === true || (await isAnyReached(ofAll));
    const held = isFull || isRush;
    // What was counted may be the repetition's own call.
    const before = held ? await known(request) : undefined;
    if (before !== undefined) return before;
    const booking = {
      ...asked,
      token: newToken(),
      uid: uidOf(request.id, host),
      ...{ leadId, byName: leadId !== null && booker.leadId === null, held },
      time: times.timeOf(start),
    };
    const alongside = isFull
      ? await askMailbox(booking, booker.client, at)
      : held
        ? []
        : consequences({ ...booking, ...booking.time, sequence: 0 }, 'booked', at);
    const outcome = await store.insert(booking, at, alongside, [...ofThisMailbox, ...ofAll]);
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
    return { kind: 'created', booking: stored, isRush: isRush && !isFull };
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
      return calls.find(({ byName, state, start }) => !byName && state === 'booked' && start > now());
    },
    known,
    ...changes,

    trustOf: async (request, leadId) =>
      trustOf(request, await store.knownLead(leadId, request, now() - REFERENCE_MS)),

    book: (request, booker) => inTurn(mailboxKey(request.email), () => bookDecided(request, booker)),

    async cancelAll(whose) {
      for (const { token } of await store.toCome(whose, now())) await changes.cancel(token);
    },
  };
}

async function isAnyReached(limits: readonly CallLimit[]): Promise<boolean> {
  for (const limit of limits) if (await isReached(limit)) return true;
  return false;
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
