import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { agency } from '#content/business.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { CHOSEN_PHONE } from '#domain/booking.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { pathOf } from '../../http/addresses.ts';
import { sendProblem } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore, RETRY_STORE_SECONDS } from '../../http/from-store.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage } from '../../http/send-page.ts';
import type { ChangeResult } from '../booking-changes.ts';
import { chosenPhone, readInstant, readPhoneField, readTimeZone } from '../booking-request.ts';
import { visitorEvent } from '../calendar-event.ts';
import { publishedFile } from '../calendar-file.ts';
import { remindersOf } from '../call-messages.ts';
import { type BookedPage, bookedPage } from '../pages/booked-page.tsx';
import { missingCallPage } from '../pages/call-section.tsx';
import { shownPhone } from '../phone.ts';
import { broughtLead, type StoredBooking } from '../store/booking.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';
import { type BookingRefused, sendBookingRefusal } from './slots.ts';

interface Asked {
  Params: { token: string };
  Querystring: { from?: unknown; numero?: unknown; timeZone?: unknown };
}

const words = rendezVous.faults;
const FILE = /\.ics$/;
/** What the address of a call's page says right after its number was corrected. */
const CORRECTED = { numero: 'corrige' } as const;
/** How its page is shown when it was not moved. */
const MOVING: Shown = { open: 'deplacer' };

/** The routes of one call, by its token: its page, its calendar file, moving, correcting and cancelling it. */
export function manageRoutes(app: FastifyInstance, deps: BookingDeps): void {
  const { bookings, limit, publicUrl } = deps;

  app.get<Asked>('/rendez-vous/:token', async (request, reply) => {
    const { token } = request.params;
    const booking = await fromStore(bookings.byToken(token.replace(FILE, '')));
    if (booking === undefined) return missing(request, reply);
    if (FILE.test(token))
      return booking.state === 'held' ? missing(request, reply) : sendFile(reply, booking, deps);
    if (request.headers.accept === 'application/json') return sendFacts(reply, booking, deps);
    const { from, numero } = request.query;
    const isCorrected = numero === CORRECTED.numero;
    return sendBooked(reply, booking, deps, { from, isCorrected, zone: zoneOf(request) });
  });

  app.post<Asked>('/rendez-vous/:token/annuler', async (request, reply) => {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    return change(request, reply, () => bookings.cancel(request.params.token));
  });

  app.post<Asked>('/rendez-vous/:token/deplacer', async (request, reply) => {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    const start = readInstant(typedIn(request, 'start'));
    if (start === undefined) {
      const detail = words.start;
      const errors = [{ field: 'start', message: detail }];
      return refuse(request, reply, { status: 422, detail, errors }, MOVING);
    }
    return changeWithin(request, reply, `${start}`, () => bookings.move(request.params.token, start), MOVING);
  });

  app.post<Asked>('/rendez-vous/:token/numero', async (request, reply) => {
    if (!isOwnOrigin(request, publicUrl)) return sendProblem(reply, 403, words.origin);
    const chosen = typedText(typedIn(request, CHOSEN_PHONE));
    const typed = chosenPhone(typedText(typedIn(request, 'phone')), chosen);
    const { phone, error } = readPhoneField(typed);
    if (error !== undefined) {
      const errors = [error];
      const shown = { open: 'numero', phone: { typed, errors } } as const;
      return refuse(request, reply, { status: 422, detail: words.number, errors }, shown);
    }
    const correct = () => bookings.correct(request.params.token, phone);
    return changeWithin(request, reply, phone, correct, { open: 'numero' }, CORRECTED);
  });

  /** A change that sends mails: within the client's limit. @param what it is changed to */
  async function changeWithin(
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    what: string,
    make: () => Promise<ChangeResult>,
    shown?: Shown,
    told?: Readonly<Record<string, string>>,
  ): Promise<FastifyReply> {
    const permit = await fromStore(
      Promise.resolve(limit.take(request.ip, `${request.params.token} ${what}`)),
    );
    if (permit.ok) return change(request, reply, make, shown, told);
    const refused = { status: 429, detail: words.often, retryAfter: permit.retryAfterSeconds };
    return refuse(request, reply, refused, shown);
  }

  /**
   * @param shown how the call's page is shown when nothing was changed
   * @param told what its address says when something was
   */
  async function change(
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    make: () => Promise<ChangeResult>,
    shown?: Shown,
    told: Readonly<Record<string, string>> = {},
  ): Promise<FastifyReply> {
    const isCancelling = pathOf(request.url).endsWith('/annuler');
    const result = await fromStore(make()).catch((error: unknown) => {
      request.log.error({ err: error }, NOT_CHANGED);
    });
    switch (result?.kind) {
      case undefined:
        return refuse(
          request,
          reply,
          { status: 503, detail: words.change, retryAfter: RETRY_STORE_SECONDS },
          shown,
        );
      case 'unknown':
        return missing(request, reply);
      case 'over':
        // Cancelling a cancelled call is not an error.
        if (result.booking.state !== 'cancelled' || !isCancelling)
          return refuse(request, reply, { status: 409, detail: words.over }, shown);
        break;
      case 'taken': {
        const detail = result.next.length > 0 ? words.taken : words.notFree;
        return refuse(request, reply, { status: 409, detail, next: result.next }, shown);
      }
    }
    const query = new URLSearchParams(told);
    const page = `/rendez-vous/${request.params.token}`;
    return reply.redirect(query.size === 0 ? page : `${page}?${query}`, 303);
  }

  /** Sends the problem: to a person on the call's page, to a program as JSON. */
  async function refuse(
    request: FastifyRequest<Asked>,
    reply: FastifyReply,
    refused: BookingRefused,
    shown: Shown = { open: 'annuler' },
  ) {
    const { status, detail, next, retryAfter } = refused;
    if (!acceptsHtml(request)) return sendBookingRefusal(reply, refused);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    const booking = await fromStore(bookings.byToken(request.params.token)).catch((error: unknown) => {
      if (status !== 503) throw error;
    });
    if (booking === undefined)
      return status === 503 ? sendBookingRefusal(reply, refused) : missing(request, reply);
    return sendBooked(reply, booking, deps, { ...shown, status, detail, next, zone: zoneOf(request) });
  }
}

/** The visitor's time zone, where the address has it. */
function zoneOf({ query }: FastifyRequest<Asked>): string | null {
  return readTimeZone(query.timeZone);
}

/** To a person a page, whatever reads it; to a program that changes a call a problem. */
function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (request.method === 'POST' && !acceptsHtml(request))
    return sendProblem(reply, 404, rendezVous.missing.title);
  return sendPrivatePage(reply, 404, missingCallPage());
}

/** What was typed, as a form or as JSON. */
function typedIn({ body }: FastifyRequest, field: string): unknown {
  return body instanceof URLSearchParams
    ? body.get(field)
    : (body as Record<string, unknown> | null)?.[field];
}

/** What the page of step 2 shows to whoever comes back to it. */
function sendFacts(
  reply: FastifyReply,
  { start, end, state, phone }: StoredBooking,
  { availability }: BookingDeps,
): FastifyReply {
  return reply.headers(PRIVATE).send({
    start: isoInstant(start),
    end: isoInstant(end),
    timeZone: availability.timeZone,
    state,
    phone: shownPhone(phone),
  });
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

/** How a call's page is shown. */
interface Shown extends Pick<BookedPage, 'open' | 'phone'> {
  readonly status?: number;
  readonly detail?: string;
  readonly next?: readonly number[] | undefined;
  readonly from?: unknown;
  /** Whether the number has just been corrected. */
  readonly isCorrected?: boolean;
  /** The visitor's time zone, as the address has it. */
  readonly zone?: string | null;
}

/** Sends the page of a call. */
async function sendBooked(reply: FastifyReply, booking: StoredBooking, deps: BookingDeps, shown: Shown) {
  const {
    status = 200,
    detail,
    next,
    from,
    open = from === undefined ? undefined : 'deplacer',
    phone,
    isCorrected = false,
    zone = null,
  } = shown;
  const { timeZone } = deps.availability;
  const visitorZone = zone ?? booking.timeZone;
  const address = (day: string | undefined) => {
    const query = new URLSearchParams({ ...(day && { from: day }), ...(zone && { timeZone: zone }) });
    return `/rendez-vous/${booking.token}${query.size === 0 ? '' : `?${query}`}#deplacer`;
  };
  const choice =
    next === undefined
      ? await timesFrom(deps, from, address, visitorZone)
      : { starts: next, timeZone, visitorZone };
  const begun = booking.start <= deps.now();
  const movedFrom = await fromStore(deps.bookings.movedFrom(booking.id));
  const lead = broughtLead(booking);
  const page = bookedPage({
    ...{ timeZone, begun, movedFrom, choice, open, detail, phone, isCorrected },
    reminders: remindersOf(booking.start, deps.now()),
    booking: { ...booking, timeZone: visitorZone },
    reference: lead === null ? undefined : deps.referenceOf(lead),
    asked: zone === null ? '' : `?${new URLSearchParams({ timeZone: zone })}`,
  });
  // What was answered to a form cannot be loaded again by its address.
  const asksZone = visitorZone === null && detail === undefined ? timeZone : undefined;
  return sendPrivatePage(reply, status, { ...page, asksZone });
}
