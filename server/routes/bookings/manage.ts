import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { readInstant } from '../../bookings/booking-request.ts';
import { visitorEvent } from '../../bookings/calendar-event.ts';
import { publishedFile } from '../../bookings/calendar-file.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { sendProblem } from '../../http/problem.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage } from '../../http/send-page.ts';
import { bookedPage } from '../../pages/booked-page.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { type BookingRefused, sendBookingRefusal } from './answers.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';

interface Asked {
  Params: { token: string };
  Querystring: { from?: unknown };
}

const words = rendezVous.faults;
const FILE = /\.ics$/;

/** The routes of one call, by its token: its page, its calendar file, moving and cancelling it. */
export function manageRoutes(app: FastifyInstance, deps: BookingDeps): void {
  const { bookings, limit, publicUrl } = deps;

  app.get<Asked>('/rendez-vous/:token', async (request, reply) => {
    const { token } = request.params;
    const booking = await fromStore(bookings.byToken(token.replace(FILE, '')));
    if (booking === undefined) return missing(reply);
    if (FILE.test(token)) return booking.state === 'held' ? missing(reply) : sendFile(reply, booking, deps);
    return sendBooked(reply, booking, deps, { from: request.query.from });
  });

  app.post<Asked>('/rendez-vous/:token/annuler', async (request, reply) => {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    return change(request, reply);
  });

  app.post<Asked>('/rendez-vous/:token/deplacer', async (request, reply) => {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    const { body } = request;
    const typed =
      body instanceof URLSearchParams ? body.get('start') : (body as { start?: unknown } | null)?.start;
    const start = readInstant(typed);
    if (start === undefined) {
      const detail = 'Choisissez une heure dans la liste.';
      return refuse(request, reply, { status: 422, detail, errors: [{ field: 'start', message: detail }] });
    }
    const permit = limit.take(request.ip, `${request.params.token} ${start}`);
    if (!permit.ok)
      return refuse(request, reply, {
        status: 429,
        detail: words.often,
        retryAfter: permit.retryAfterSeconds,
      });
    return change(request, reply, start);
  });

  /** @param start what it is moved to; undefined: it is cancelled */
  async function change(
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    start?: number,
  ): Promise<FastifyReply> {
    const { token } = request.params;
    const changing = start === undefined ? bookings.cancel(token) : bookings.move(token, start);
    const result = await fromStore(changing).catch((error: unknown) => {
      request.log.error({ err: error }, NOT_CHANGED);
    });
    switch (result?.kind) {
      case undefined:
        return refuse(request, reply, {
          status: 503,
          detail: words.change,
          retryAfter: RETRY_STORE_SECONDS,
        });
      case 'unknown':
        return missing(reply);
      case 'over':
        // Cancelling a cancelled call is not an error.
        if (result.booking.state !== 'cancelled' || start !== undefined)
          return refuse(request, reply, { status: 409, detail: words.over });
        break;
      case 'taken': {
        const detail = result.next.length > 0 ? words.taken : words.notFree;
        return refuse(request, reply, { status: 409, detail, next: result.next });
      }
    }
    return reply.redirect(`/rendez-vous/${token}`, 303);
  }

  /** Sends the problem: to a person on the call's page, to a program as JSON. */
  async function refuse(request: FastifyRequest<Asked>, reply: FastifyReply, refused: BookingRefused) {
    const { status, detail, next, retryAfter } = refused;
    if (!acceptsHtml(request)) return sendBookingRefusal(reply, refused);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const booking = await fromStore(bookings.byToken(request.params.token)).catch((error: unknown) => {
      if (status !== 503) throw error;
    });
    if (booking === undefined) return status === 503 ? sendBookingRefusal(reply, refused) : missing(reply);
    return sendBooked(reply, booking, deps, { status, detail, next, moving: true });
  }
}

function missing(reply: FastifyReply): FastifyReply {
  reply.callNotFound();
  return reply;
}

interface Shown {
  readonly status?: number;
  readonly detail?: string;
  readonly next?: readonly number[] | undefined;
  readonly from?: unknown;
  readonly moving?: boolean;
}

async function sendBooked(reply: FastifyReply, booking: StoredBooking, deps: BookingDeps, shown: Shown) {
  const { status = 200, detail, next, from, moving = from !== undefined } = shown;
  const { timeZone } = deps.availability;
  const address = (day: string | undefined) =>
    `/rendez-vous/${booking.token}${day === undefined ? '' : `?from=${day}`}#deplacer`;
  const choice = next === undefined ? await timesFrom(deps, from, address) : { starts: next, timeZone };
  const begun = booking.start <= deps.now();
  return sendPrivatePage(reply, status, bookedPage({ booking, timeZone, begun, choice, moving, detail }));
}

function sendFile(reply: FastifyReply, booking: StoredBooking, { publicUrl }: BookingDeps): FastifyReply {
  const page = `${publicUrl}/rendez-vous/${booking.token}`;
  const organizer = { name: agency.brand, email: agency.email };
  return reply
    .headers({
      ...PRIVATE,
      'content-disposition': 'attachment; filename="rendez-vous.ics"',
    })
    .type('text/calendar; charset=utf-8; method=PUBLISH')
    .send(publishedFile(visitorEvent(booking, page, organizer)));
}

const NOT_CHANGED =
  'Un rendez-vous n’a pas pu être déplacé ou annulé, et rien n’a été confirmé : il est comme il était. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
