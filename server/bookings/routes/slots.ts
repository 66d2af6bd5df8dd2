import type { FastifyInstance, FastifyReply } from 'fastify';
import { fieldsToCorrect } from '#content/fields-to-correct.ts';
import { officeDay, startOfDay } from '#domain/availability.ts';
import { dayOf } from '#domain/calendar.ts';
import type { Instant } from '#domain/instant.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { type Refused, sendRefusal } from '../../http/errors.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import type { BookingDeps } from './deps.ts';

const MOST_DAYS = 31;

/**
 * GET /api/slots?from=YYYY-MM-DD&days=N: the times at which a call can begin. `from` and `days` count days in the
 * office's time zone; `from` defaults to today.
 */
export function slotsRoute(app: FastifyInstance, { booking, times, availability, now }: BookingDeps): void {
  // Where calls are booked elsewhere, nothing here is free.
  if (booking.way !== 'own') return;
  const { timeZone, minutes } = availability;
  app.get<{ Querystring: Record<string, unknown> }>('/api/slots', async (request, reply) => {
    const { from, days = '7' } = request.query;
    const first = from === undefined ? (officeDay(now(), times.clock()) ?? 0) : readDay(from);
    const count = readCount(days);
    if (first === undefined || count === undefined) {
      const errors = [
        ...(first === undefined ? [{ field: 'from', message: 'Attendu un jour, AAAA-MM-JJ.' }] : []),
        ...(count === undefined
          ? [{ field: 'days', message: `Attendu un nombre entier de 1 à ${MOST_DAYS}.` }]
          : []),
      ];
      return sendRefusal(reply, { status: 422, detail: fieldsToCorrect(errors.length), errors });
    }
    const clock = times.clock();
    try {
      const listing = times.list(startOfDay(first, clock), startOfDay(first + count, clock));
      const slots = (await fromStore(listing)).map(isoInstant);
      return reply.header('cache-control', 'no-store').send({ timeZone, minutes, slots });
    } catch (error) {
      request.log.error({ err: error }, UNREADABLE);
      const detail = 'Les heures libres n’ont pas pu être lues. Réessayez dans un instant.';
      return sendRefusal(reply, { status: 503, detail, retryAfter: RETRY_STORE_SECONDS });
    }
  });
}

/** The day number (domain/calendar.ts) of `YYYY-MM-DD`; undefined when it is not a day. */
export function readDay(input: unknown): number | undefined {
  return typeof input === 'string' ? dayOf(input) : undefined;
}

function readCount(input: unknown): number | undefined {
  if (typeof input !== 'string' || !/^\d{1,2}$/.test(input)) return undefined;
  const count = Number(input);
  return count >= 1 && count <= MOST_DAYS ? count : undefined;
}

const UNREADABLE =
  'Les heures libres n’ont pas pu être lues : personne ne peut réserver tant que cela dure. ' +
  'Ce qui est enregistré est intact. Vérifiez que la base de données répond.';

export interface BookingRefused extends Refused {
  /** Free times to offer instead of the wanted one. */
  readonly next?: readonly Instant[] | undefined;
}

/** Sends the refusal as JSON (RFC 9457), with the times that can be had instead. */
export function sendBookingRefusal(reply: FastifyReply, refused: BookingRefused): FastifyReply {
  return sendRefusal(reply, refused, refused.next && { slots: refused.next.map(isoInstant) });
}
