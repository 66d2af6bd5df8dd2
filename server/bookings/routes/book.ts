import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { emailSlip } from '#content/email-slip.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { byWay, CHOSEN_PHONE } from '#domain/booking.ts';
import { proposedEmail } from '#domain/email-slips.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { UUID } from '#domain/lead.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { sendProblem } from '../../http/errors.ts';
import { isOwnOrigin, typedText } from '../../http/forms.ts';
import { fromStore } from '../../http/from-store.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage, sendTypedPage } from '../../http/send-page.ts';
import { chosenPhone, detailOf, parseBookingRequest, readInstant, readTimeZone } from '../booking-request.ts';
import { bookingsClosedPage, choosePage, type TypedBooking } from '../pages/choose-page.tsx';
import type { Choice } from '../pages/time-choice.tsx';
import { isGone } from '../store/booking.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';
import { sendBookingRefusal } from './slots.ts';
import { type Booked, type NotBooked, takeBooking } from './take-booking.ts';

const words = rendezVous.faults;
interface ClosedWords {
  readonly text: string;
  readonly link: string;
}
type Asked = { Querystring: Record<string, unknown> };
const FIELDS: readonly (keyof TypedBooking)[] = ['name', 'email', 'phone', 'lead', 'timeZone'];

/** POST /api/bookings: JSON from the script, a form from the page without JavaScript; GET /rendez-vous: that form. */
export function bookRoutes(app: FastifyInstance, deps: BookingDeps): void {
  const { provider, message } = rendezVous.closed;
  const closed = byWay<ClosedWords | undefined>(deps.booking, {
    own: undefined,
    provider: () => provider,
    message,
  });
  if (closed !== undefined) {
    closedRoutes(app, closed);
    return;
  }
  app.get<Asked>('/rendez-vous', async (request, reply) => {
    const id = typedText(request.query.id).toLowerCase();
    const fresh = () => deps.formIds.make(request.ip);
    const toFreshForm = () => reply.headers(PRIVATE).redirect(withId(request.url, fresh()), 303);
    if (!UUID.test(id)) return toFreshForm();
    // An id of another client. No redirect: a client whose address changes with each request would never arrive.
    if (!deps.formIds.isOf(id, request.ip)) return showForm(request, reply, fresh(), deps);
    const call = await fromStore(deps.bookings.byId(id));
    if (call === undefined) return showForm(request, reply, id, deps);
    if (isGone(call, deps.now())) return toFreshForm();
    return reply.headers(PRIVATE).redirect(`/rendez-vous/${call.token}`, 303);
  });

  // From one page of days to another, with what was typed.
  app.post<Asked>('/rendez-vous', async (request, reply) => {
    const { body, query } = request;
    if (!isOwnOrigin(request, deps.publicUrl)) return sendProblem(reply, 403, words.origin);
    const typedIn = (field: string) => (body instanceof URLSearchParams ? body.get(field) : undefined);
    const typed = typedBooking(typedIn);
    const id = UUID.test(typedText(typedIn('id'))) ? typedText(typedIn('id')) : deps.formIds.make(request.ip);
    const choice = await choiceFor(deps, unnamed(typed), query.from, id);
    const chosen = readInstant(typedIn('start'));
    const isAsked = deps.leadOf(typed.lead) !== undefined;
    return sendTypedPage(reply, 200, choosePage({ id, typed, choice: { ...choice, chosen }, isAsked }));
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

/** The form under the id that its address has: whoever comes back to it after booking comes to the call instead. */
async function showForm(request: FastifyRequest<Asked>, reply: FastifyReply, id: string, deps: BookingDeps) {
  const { query } = request;
  const given = typedBooking((field) => query[field === 'lead' && query.ref !== undefined ? 'ref' : field]);
  const typed = await withPerson(given, deps);
  const start = typedText(query.start);
  const choice = await choiceFor(deps, { ...given, phone: '' }, query.from, id);
  const leadId = deps.leadOf(typed.lead);
  const booked = leadId === undefined ? undefined : await fromStore(deps.bookings.nextOf(leadId));
  const page = choosePage({
    ...{ id, typed, choice: { ...choice, chosen: readInstant(start) }, booked: booked?.start },
    isAsked: leadId !== undefined,
  });
  return sendPrivatePage(reply, 200, page);
}

/**
 * What the form is shown again for, whatever is stored; undefined when it can be sent.
 * @param asked the address that was asked about before
 */
function faultsOf(typed: TypedBooking & { readonly start: string; readonly id: string }, asked: string) {
  const parsed = parseBookingRequest(typed);
  if (!parsed.ok) return { detail: detailOf(parsed.errors), errors: parsed.errors };
  const meant = proposedEmail(typed.email, asked);
  if (meant === undefined) return undefined;
  const message = emailSlip.asked(meant);
  return { detail: words.slip, errors: [{ field: 'email', message }], askedAddress: typed.email };
}

function withId(url: string, id: string): string {
  const query = new URLSearchParams(url.split('?')[1]);
  query.set('id', id);
  return `/rendez-vous?${query}`;
}

/** Calls are booked elsewhere: a link from an old mail leads to the step, and nothing that is sent books a call unseen. */
function closedRoutes(app: FastifyInstance, { text, link }: ClosedWords): void {
  app.get<{ Querystring: Record<string, unknown> }>('/rendez-vous', (request, reply) => {
    const known = ['name', 'email', 'ref'].flatMap((field): [string, string][] => {
      const value = typedText(request.query[field]);
      return value === '' ? [] : [[field, value]];
    });
    const query = known.length === 0 ? '' : `?${new URLSearchParams(known)}`;
    return reply.headers(PRIVATE).redirect(`/introduction${query}`, 303);
  });
  app.post('/api/bookings', (request, reply) => {
    if (!acceptsHtml(request)) return sendProblem(reply, 404, text);
    return sendPrivatePage(reply, 404, bookingsClosedPage(text, link));
  });
}

async function takeForm(
  request: FastifyRequest,
  reply: FastifyReply,
  body: URLSearchParams,
  deps: BookingDeps,
) {
  const fields = typedBooking((field) => body.get(field));
  const typed = { ...fields, phone: chosenPhone(fields.phone, typedText(body.get(CHOSEN_PHONE))) };
  const start = body.get('start') ?? '';
  // The form of step 2 brings no id, as it is the same for everybody; it offers no times either.
  const id = body.get('id') ?? deps.formIds.make(request.ip);
  const given = { ...typed, start, id };
  const isAsked = deps.leadOf(typed.lead) !== undefined;
  const { timeZone } = deps.availability;
  const shownAgain = async (): Promise<Choice> => ({
    ...(await choiceFor(deps, unnamed(typed), undefined, id).catch(() => ({ starts: [], timeZone }))),
    chosen: readInstant(start),
  });
  const faults = UUID.test(id) ? faultsOf(given, typedText(body.get(HIDDEN_FIELDS.asked))) : undefined;
  if (acceptsHtml(request) && faults !== undefined) {
    const call = await fromStore(deps.bookings.byId(id.toLowerCase())).catch(() => undefined);
    // This form has already booked a call: after the booking, the visitor went back in the browser to the version with
    // faults and sent that again.
    const isUsed = call !== undefined && !isGone(call, deps.now());
    const used = isUsed && { id: deps.formIds.make(request.ip), detail: words.usedForm };
    const page = { id, typed, choice: await shownAgain(), ...faults, ...used, isAsked };
    return sendTypedPage(reply, 422, choosePage(page));
  }
  const outcome = await takeBooking(request, given, deps);
  if ('booking' in outcome) return reply.redirect(`/rendez-vous/${outcome.booking.token}`, 303);
  if (!acceptsHtml(request)) return sendBookingRefusal(reply, outcome);
  if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
  const choice: Choice =
    outcome.next === undefined
      ? await shownAgain()
      : { starts: outcome.next, timeZone, visitorZone: readTimeZone(typed.timeZone) };
  const { status, errors, spent = errors?.some(({ field }) => field === 'id') } = outcome;
  // Unless it is spent, the id stays: a request that failed may have been stored, and is recognised by it.
  const page = {
    id: spent ? deps.formIds.make(request.ip) : id,
    typed,
    choice,
    detail: forForm(outcome),
    errors,
    isAsked,
  };
  return sendTypedPage(reply, status, choosePage(page));
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

/**
 * @param known what the addresses of other days carry on
 * @param id of the form
 */
function choiceFor(
  deps: BookingDeps,
  known: Partial<TypedBooking>,
  from: unknown,
  id: string,
): Promise<Choice> {
  const query = new URLSearchParams([
    ...FIELDS.flatMap((field): [string, string][] => (known[field] ? [[field, known[field]]] : [])),
    ['id', id],
  ]);
  const address = (day: string | undefined) => {
    const days = new URLSearchParams(day === undefined ? [] : [['from', day]]);
    return `/rendez-vous?${new URLSearchParams([...query, ...days])}`;
  };
  return timesFrom(deps, from, address, readTimeZone(known.timeZone));
}

/** What an address may carry of it: nothing that was typed. */
function unnamed({ lead, timeZone }: TypedBooking): Partial<TypedBooking> {
  return { lead, timeZone };
}

function typedBooking(read: (field: keyof TypedBooking) => unknown): TypedBooking {
  const typed = FIELDS.map((field) => [field, typedText(read(field))]);
  return Object.fromEntries(typed) as Record<keyof TypedBooking, string>;
}
