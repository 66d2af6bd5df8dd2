import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { readInstant, readTimeZone } from '../../bookings/booking-request.ts';
import { fromStore } from '../../http/from-store.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { sendProblem } from '../../http/problem.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage } from '../../http/send-page.ts';
import { typedText } from '../../http/typed-text.ts';
import { choosePage, type TypedBooking } from '../../pages/choose-page.ts';
import { heading, paragraph } from '../../pages/html.ts';
import type { TimeChoice } from '../../pages/time-choice.ts';
import { sendBookingRefusal } from './answers.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';
import { type Booked, type NotBooked, takeBooking } from './take-booking.ts';

const words = rendezVous.faults;
const FIELDS: readonly (keyof TypedBooking)[] = ['name', 'email', 'phone', 'lead', 'timeZone'];

/** POST /api/bookings: JSON from the script, a form from the page without JavaScript; GET /rendez-vous: that form. */
export function bookRoutes(app: FastifyInstance, deps: BookingDeps): void {
  if (!deps.open) {
    closedRoutes(app);
    return;
  }
  app.get<{ Querystring: Record<string, unknown> }>('/rendez-vous', async (request, reply) => {
    const { from, ref } = request.query;
    const given = typedBooking(
      (field) => request.query[field === 'lead' && ref !== undefined ? 'ref' : field],
    );
    const typed = await withPerson(given, deps);
    const choice = await choiceFor(deps, typed, from);
    const leadId = deps.leadOf(typed.lead);
    const booked = leadId === undefined ? undefined : await fromStore(deps.bookings.nextOf(leadId));
    return sendPrivatePage(
      reply,
      200,
      choosePage({ id: randomUUID(), typed, choice, booked: booked?.start }),
    );
  });

  app.post('/api/bookings', async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl)) return sendProblem(reply, 403, words.origin);
    if (body instanceof URLSearchParams) return takeForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined)
      return sendProblem(reply, 415, 'Le contenu doit être du JSON ou un formulaire.');
    const outcome = await takeBooking(request, body, deps);
    if ('booking' in outcome) return sendBooking(reply, outcome);
    return sendBookingRefusal(reply, outcome);
  });
}

/** Calls are booked elsewhere: a link from an old mail leads to the step, and nothing that is sent books a call unseen. */
function closedRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: Record<string, unknown> }>('/rendez-vous', (request, reply) => {
    const known = ['name', 'email', 'ref'].flatMap((field): [string, string][] => {
      const value = typedText(request.query[field]);
      return value === '' ? [] : [[field, value]];
    });
    const query = known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
    return reply.headers(PRIVATE).redirect(`/introduction${query}`, 303);
  });
  app.post('/api/bookings', (request, reply) => {
    const { title, text, link } = rendezVous.closed;
    if (!acceptsHtml(request)) return sendProblem(reply, 404, text);
    const main = `${heading(title)}\n${paragraph(text)}\n<p><a href="/introduction">${link}</a></p>`;
    return sendPrivatePage(reply, 404, { title, main });
  });
}

async function takeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  body: URLSearchParams,
  deps: BookingDeps,
) {
  const typed = typedBooking((field) => body.get(field));
  const start = body.get('start') ?? '';
  // The form of step 2 brings no id, as it is the same for everybody; it offers no times either.
  const id = body.get('id') ?? randomUUID();
  const outcome = await takeBooking(request, { ...typed, start, id }, deps);
  if ('booking' in outcome) return reply.redirect(`/rendez-vous/${outcome.booking.token}`, 303);
  if (!acceptsHtml(request)) return sendBookingRefusal(reply, outcome);
  if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
  const { timeZone } = deps.availability;
  const choice: TimeChoice =
    outcome.next === undefined
      ? {
          ...(await choiceFor(deps, typed, undefined).catch(() => ({ starts: [], timeZone }))),
          chosen: readInstant(start),
        }
      : { starts: outcome.next, timeZone, visitorZone: readTimeZone(typed.timeZone) };
  const { status, errors, spent = errors?.some(({ field }) => field === 'id') } = outcome;
  // Unless it is spent, the id stays: a request that failed may have been stored, and is recognised by it.
  const page = { id: spent ? randomUUID() : id, typed, choice, detail: forForm(outcome), errors };
  return sendPrivatePage(reply, status, choosePage(page));
}

/**
 * The message on the form. Only the form's id proves whose call it is; anybody may know a name, address, number and time.
 * So another form with the same details is told that the time is taken, and never where the call's page is.
 */
function forForm({ detail, next, spent }: NotBooked): string {
  if (spent) return words.usedForm;
  return next === undefined ? detail : `${detail} ${words.perhapsYours}`;
}

/** Fills in name and e-mail from the lead that the reference names, when the address does not give them. */
async function withPerson(typed: TypedBooking, { leadOf, personOf }: BookingDeps): Promise<TypedBooking> {
  const leadId = leadOf(typed.lead);
  if (leadId === undefined || typed.name !== '' || typed.email !== '') return typed;
  const person = await fromStore(personOf(leadId));
  return person === undefined ? typed : { ...typed, name: person.name, email: person.email };
}

function sendBooking(reply: FastifyReply, { kind, booking }: Booked): FastifyReply {
  const manage = `/rendez-vous/${booking.token}`;
  const { id, start, end, state } = booking;
  if (state === 'held')
    return reply
      .code(202)
      .headers(PRIVATE)
      .send({ id, start: isoInstant(start), end: isoInstant(end), manage, state });
  return reply
    .code(kind === 'created' ? 201 : 200)
    .headers(PRIVATE)
    .send({
      ...{ id, start: isoInstant(start), end: isoInstant(end), manage, calendar: `${manage}.ics` },
      // A repetition of one that was cancelled meanwhile.
      ...(state === 'cancelled' && { state }),
    });
}

function choiceFor(deps: BookingDeps, typed: TypedBooking, from: unknown): Promise<TimeChoice> {
  const query = new URLSearchParams(
    FIELDS.flatMap((field): [string, string][] => (typed[field] ? [[field, typed[field]]] : [])),
  );
  const address = (day: string | undefined) => {
    const days = new URLSearchParams(day === undefined ? [] : [['from', day]]);
    return `/rendez-vous?${new URLSearchParams([...query, ...days])}`;
  };
  return timesFrom(deps, from, address, readTimeZone(typed.timeZone));
}

function typedBooking(read: (field: keyof TypedBooking) => unknown): TypedBooking {
  const typed = FIELDS.map((field) => [field, typedText(read(field))]);
  return Object.fromEntries(typed) as Record<keyof TypedBooking, string>;
}
