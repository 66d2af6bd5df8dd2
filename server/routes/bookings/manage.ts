import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { readInstant } from '../../bookings/booking-request.ts';
import type { ChangeResult } from '../../bookings/bookings.ts';
import { visitorEvent } from '../../bookings/calendar-event.ts';
import { publishedFile } from '../../bookings/calendar-file.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { RETRY_STORE_SECONDS, STORE_TIMEOUT_MS } from '../../http/patience.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage } from '../../http/person.ts';
import { sendProblem } from '../../http/problem.ts';
import { clientKey } from '../../leads/client-key.ts';
import { bookedPage } from '../../pages/booked-page.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { within } from '../../system/within.ts';
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
    const booking = await within(STORE_TIMEOUT_MS, bookings.byToken(token.replace(FILE, '')));
    if (booking === undefined) return missing(reply);
    if (FILE.test(token)) return sendFile(reply, booking, deps);
    return sendBooked(reply, booking, deps, { from: request.query.from });
  });

  app.post<Asked>('/rendez-vous/:token/annuler', async (request, reply) =>
    answerChange(request, reply, () => bookings.cancel(request.params.token)),
  );

  app.post<Asked>('/rendez-vous/:token/deplacer', async (request, reply) => {
    const { body } = request;
    const typed =
      body instanceof URLSearchParams ? body.get('start') : (body as { start?: unknown } | null)?.start;
    const start = readInstant(typed);
    if (start === undefined) {
      const errors = [{ field: 'start', message: 'Choisissez une heure dans la liste.' }];
      return refuse(request, reply, { status: 422, detail: 'Choisissez une heure dans la liste.', errors });
    }
    const permit = limit.take(clientKey(request.ip), `${request.params.token} ${start}`);
    if (!permit.ok) {
      reply.header('retry-after', permit.retryAfterSeconds);
      return refuse(request, reply, { status: 429, detail: words.often });
    }
    return answerChange(request, reply, () => bookings.move(request.params.token, start));
  });

  async function answerChange(
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    change: () => Promise<ChangeResult>,
  ): Promise<FastifyReply> {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    const result = await within(STORE_TIMEOUT_MS, change()).catch((error: unknown) => {
      request.log.error({ err: error }, NOT_CHANGED);
    });
    if (result === undefined) {
      reply.header('retry-after', RETRY_STORE_SECONDS);
      return refuse(request, reply, { status: 503, detail: words.change });
    }
    switch (result.kind) {
      case 'unknown':
        return missing(reply);
      case 'over':
        // Cancelling a cancelled call is not an error.
        if (result.booking.state === 'booked' || request.url.endsWith('/deplacer'))
          return refuse(request, reply, { status: 409, detail: words.over });
        break;
      case 'taken': {
        const detail = result.next.length > 0 ? words.taken : words.notFree;
        return refuse(request, reply, { status: 409, detail, next: result.next });
      }
    }
    return reply.redirect(`/rendez-vous/${request.params.token}`, 303);
  }

  /** Sends the problem: to a person on the call's page, to a program as JSON. */
  async function refuse(request: FastifyRequest<Asked>, reply: FastifyReply, refused: BookingRefused) {
    const { status, detail, next } = refused;
    if (!acceptsHtml(request)) return sendBookingRefusal(reply, refused);
    const booking = await within(STORE_TIMEOUT_MS, bookings.byToken(request.params.token)).catch(
      () => undefined,
    );
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
