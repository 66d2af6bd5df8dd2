import type { CompiledQuery } from 'kysely';
import type { Instant } from '#domain/instant.ts';
import type { BookingChangeRow } from '../store/schema.ts';
import type { Changed } from './call-messages.ts';
import type { FreeTimes } from './free-times.ts';
import type { StoredBooking } from './store/booking.ts';
import { isReached } from './store/booking-reader.ts';
import type { BookingStore } from './store/booking-store.ts';

/** Free times to offer instead of the wanted one, which is taken. */
export interface Instead {
  readonly kind: 'taken';
  readonly next: readonly Instant[];
}

export type ChangeResult =
  /** `over`: it has begun, is cancelled, held or not held any more, was changed too often, or is a provider's. */
  | { readonly kind: 'done' | 'over'; readonly booking: StoredBooking }
  | { readonly kind: 'unknown' }
  | Instead;

export interface ChangeDeps {
  readonly store: BookingStore;
  readonly times: FreeTimes;
  readonly now: () => Instant;
  /**
   * The statements that belong to a change (event, mails), for the same transaction.
   * @param booking as it is after the change
   * @param isQuiet whether its visitor gets no mail
   */
  readonly consequences: (
    booking: Changed,
    change: BookingChangeRow['kind'],
    now: Instant,
    isQuiet?: boolean,
  ) => readonly CompiledQuery[];
  /** Called when a message may be due. */
  readonly wake: () => void;
}

/** Changes to a booked call, by the token of its page. */
export interface BookingChanges {
  move(token: string, start: Instant): Promise<ChangeResult>;
  /** Has another number called at the same time. @param phone E.164 */
  correct(token: string, phone: string): Promise<ChangeResult>;
  cancel(token: string): Promise<ChangeResult>;
  /**
   * The same on the owner's word that it is abuse: it counts against no limit, and who is a stranger and was not told of
   * the call yet is not written to.
   */
  cancelAsAbuse(token: string): Promise<ChangeResult>;
  /**
   * The same for every call to come that was booked here in that time; what its visitor has cancelled already counts
   * against no limit either, or it would go on making others wait.
   * @returns the calls that were cancelled, as they were, and how many were so already
   */
  cancelRush(
    sinceMs: Instant,
    untilMs: Instant,
  ): Promise<{ readonly cancelled: readonly StoredBooking[]; readonly already: number }>;
  /** Books a held call, unless its time was taken meanwhile; then it stays held. */
  release(token: string): Promise<ChangeResult>;
  /** The same on the word of its mailbox, which has one more call than others so; `over` when that is booked already. */
  confirm(token: string): Promise<ChangeResult>;
}

/** How many future calls one mailbox may have, so that nobody books the calendar full. */
export const MOST_UPCOMING = 2;
/** How often one call may be changed: each change sends a mail to an address that may be somebody else's. */
const MOST_CHANGES = 8;
/** How often a change is tried when the booking was changed by another request in between: it may be so often in all. */
const TRIES = MOST_CHANGES + 2;

/** @param instead what to offer when a time is taken, except to the booking itself */
export function bookingChanges(
  { store, times, now, consequences, wake }: ChangeDeps,
  instead: (start: Instant, except?: string) => Promise<Instead>,
): BookingChanges {
  /** Changes a booking; when another request changed it in between, reads it again and retries. */
  async function change(
    token: string,
    attempt: (booking: StoredBooking) => Promise<ChangeResult | 'changed'>,
  ): Promise<ChangeResult> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const booking = await store.byToken(token);
      if (booking === undefined) return { kind: 'unknown' };
      const isOver = booking.state === 'cancelled' || booking.start <= now();
      if (isOver || booking.provider !== null) return { kind: 'over', booking };
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

  return {
    move: (token, start) =>
      change(token, async (booking) => {
        if (booking.start === start) return { kind: 'done', booking };
        if (booking.state === 'held' || booking.sequence >= MOST_CHANGES) return { kind: 'over', booking };
        if (!(await times.isFree(start, booking.id))) return instead(start, booking.id);
        const at = now();
        const after = { ...booking, ...times.timeOf(start), sequence: booking.sequence + 1 };
        const alongside = consequences(after, 'moved', at);
        const outcome = await store.move(booking, times.timeOf(start), at, alongside);
        if (outcome === 'changed') return 'changed';
        return outcome === 'done' ? done(token) : instead(start, booking.id);
      }),

    correct: (token, phone) =>
      change(token, async (booking) => {
        if (booking.phone === phone) return { kind: 'done', booking };
        if (booking.state === 'held' || booking.sequence >= MOST_CHANGES) return { kind: 'over', booking };
        const at = now();
        const after = { ...booking, phone, sequence: booking.sequence + 1 };
        const outcome = await store.correct(booking, phone, at, consequences(after, 'corrected', at));
        return outcome === 'done' ? done(token) : 'changed';
      }),

    cancel: (token) => cancel(token, false),
    cancelAsAbuse: (token) => cancel(token, true),
    async cancelRush(sinceMs, untilMs) {
      const cancelled: StoredBooking[] = [];
      for (const call of await store.toComeBookedSince(sinceMs, now(), untilMs)) {
        const { kind } = await cancel(call.token, true);
        // Its visitor may have been faster.
        if (kind === 'done') cancelled.push(call);
      }
      return { cancelled, already: await store.discount(sinceMs, untilMs) };
    },
    release: (token) => release(token),
    confirm: (token) => release(token, MOST_UPCOMING + 1),
  };

  function cancel(token: string, isAbuse: boolean): Promise<ChangeResult> {
    return change(token, async (booking) => {
      const at = now();
      const { id, leadId, email, state } = booking;
      const after = { ...booking, sequence: booking.sequence + 1 };
      const isQuiet =
        isAbuse && !(await store.isOfLead(leadId, email)) && (await store.told(id)) === undefined;
      // Nobody was told of a call that is held, so that nobody needs to be told that it is cancelled.
      const alongside = state === 'held' ? [] : consequences(after, 'cancelled', at, isQuiet);
      const outcome = await store.cancel(booking, at, alongside, isAbuse);
      return outcome === 'done' ? done(token) : 'changed';
    });
  }

  /** @param most so many calls to come the mailbox may have with it; absent: any number */
  function release(token: string, most?: number): Promise<ChangeResult> {
    return change(token, async (booking) => {
      if (booking.state !== 'held') return { kind: 'over', booking };
      const at = now();
      const limit =
        most === undefined ? undefined : { calls: store.counted.upcoming(booking.email, at), most };
      if (limit !== undefined && (await isReached(limit))) return { kind: 'over', booking };
      const after = { ...booking, sequence: booking.sequence + 1 };
      const alongside = consequences(after, 'booked', at);
      const time = times.timeOf(booking.start);
      const outcome = await store.release(booking, time, at, alongside, limit && [limit]);
      if (outcome === 'changed') return 'changed';
      return outcome === 'done' ? done(token) : instead(booking.start);
    });
  }
}
