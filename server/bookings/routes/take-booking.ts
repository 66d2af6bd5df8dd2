import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { widestKey } from '../../http/limits/client-key.ts';
import { detailOf, parseBookingRequest } from '../booking-request.ts';
import type { BookOutcome } from '../bookings.ts';
import type { Share } from '../rush.ts';
import type { StoredBooking } from '../store/booking.ts';
import type { BookingDeps } from './deps.ts';
import type { BookingRefused } from './slots.ts';

const words = rendezVous.faults;

export interface NotBooked extends BookingRefused {
  /** Whether the id stands for another booking already. */
  readonly spent?: boolean;
}

export type Booked = Extract<BookOutcome, { booking: StoredBooking }>;

/**
 * Books. Every try counts against the client's limit a minute, what was booked against its limit a day; repeating
 * neither. In a rush what is booked is held.
 * @param input a booking request, under `lead` the signed reference to its lead, and perhaps a proof of work
 */
export async function takeBooking(
  request: FastifyRequest,
  input: unknown,
  deps: BookingDeps,
): Promise<Booked | NotBooked> {
  const { bookings, limit, dayLimit, leadOf } = deps;
  const parsed = parseBookingRequest(input);
  if (!parsed.ok) return { status: 422, detail: detailOf(parsed.errors), errors: parsed.errors };
  const { lead, [HIDDEN_FIELDS.proof]: proof } = input as Record<string, unknown>;
  const leadId = typeof lead === 'string' ? leadOf(lead) : undefined;
  try {
    const known = await fromStore(bookings.known(parsed.value));
    if (known?.kind === 'repeated') return answerOf(known);
    const day = await fromStore(Promise.resolve(dayLimit.take(request.ip, randomUUID())));
    if (!day.ok) return { status: 429, detail: words.oftenToday, retryAfter: day.retryAfterSeconds };
    const permit = await fromStore(Promise.resolve(limit.take(request.ip, randomUUID())));
    if (!permit.ok) {
      day.giveBack();
      return { status: 429, detail: words.often, retryAfter: permit.retryAfterSeconds };
    }
    let outcome = known;
    let share: Share | undefined;
    try {
      if (outcome === undefined) {
        const { id } = parsed.value;
        const trust = await fromStore(bookings.trustOf(parsed.value, leadId ?? null));
        const isProved = (await deps.proofs.check(proof, `call ${id}`)).proof === 'good' || trust === 'lead';
        if (trust !== 'mailbox') share = await fromStore(deps.rush.take(request.ip, isProved, id));
        const client = deps.clientHash(widestKey(request.ip));
        const booker = { leadId: leadId ?? null, client, isRush: share?.held ?? false };
        outcome = await fromStore(bookings.book(parsed.value, booker));
        if (outcome.kind === 'created' && outcome.isRush) await tellOwner(request, deps);
      }
      return answerOf(outcome);
    } finally {
      if (outcome?.kind !== 'created') share?.giveBack();
      if (outcome === undefined || outcome.kind === 'repeated') permit.giveBack();
      if (outcome?.kind !== 'created') day.giveBack();
    }
  } catch (error) {
    request.log.error({ err: error }, NOT_STORED);
    return { status: 503, detail: words.store, retryAfter: RETRY_STORE_SECONDS };
  }
}

/** The booking is stored whether or not this succeeds, and the next one that is held tries again. */
async function tellOwner(request: FastifyRequest, { onHeld }: BookingDeps): Promise<void> {
  await onHeld().catch((error: unknown) => request.log.error({ err: error }, NOT_TOLD));
}

function answerOf(outcome: BookOutcome): Booked | NotBooked {
  switch (outcome.kind) {
    case 'conflict':
      return { status: 409, detail: words.conflict, spent: true };
    case 'taken':
      return {
        status: 409,
        detail: outcome.next.length > 0 ? words.taken : words.notFree,
        next: outcome.next,
      };
    default:
      return outcome;
  }
}

const NOT_TOLD =
  'Une réservation attend votre accord, et l’e-mail qui l’annonce n’a pas pu être préparé. Elle est enregistrée\u202f; ' +
  './oui release-calls la montre. Vérifiez que la base de données répond.';
const NOT_STORED =
  'Une réservation n’a pas pu être enregistrée et n’a pas été confirmée. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
