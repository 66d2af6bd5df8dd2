import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import type { Parsed } from '#domain/errors.ts';
import { isoInstant } from '#domain/wall-clock.ts';
import { type BookingRequest, parseBookingRequest, readInstant } from '../../bookings/booking-request.ts';
import type { BookOutcome } from '../../bookings/bookings.ts';
import { isOwnOrigin } from '../../http/own-origin.ts';
import { RETRY_STORE_SECONDS, STORE_TIMEOUT_MS } from '../../http/patience.ts';
import { acceptsHtml, PRIVATE, sendPrivatePage } from '../../http/person.ts';
import { sendProblem } from '../../http/problem.ts';
import { clientKey } from '../../leads/client-key.ts';
import { choosePage, type TypedBooking } from '../../pages/choose-page.ts';
import type { TimeChoice } from '../../pages/time-choice.ts';
import type { StoredBooking } from '../../store/bookings/booking.ts';
import { within } from '../../system/within.ts';
import { type BookingRefused, sendBookingRefusal } from './answers.ts';
import { timesFrom } from './choice.ts';
import type { BookingDeps } from './deps.ts';

const words = rendezVous.faults;
const FIELDS = ['name', 'email', 'phone', 'lead', 'timeZone'] as const;

/** POST /api/bookings: JSON from the script, a form from the page without JavaScript; GET /rendez-vous: that form. */
export function bookRoutes(app: FastifyInstance, deps: BookingDeps): void {
  app.get<{ Querystring: Record<string, unknown> }>('/rendez-vous', async (request, reply) => {
    const { from, ref } = request.query;
    const given = typedBooking(
      (field) => request.query[field === 'lead' && ref !== undefined ? 'ref' : field],
    );
    const typed = await withPerson(given, deps);
    const choice = await choiceFor(deps, typed, from);
    return sendPrivatePage(reply, 200, choosePage({ id: randomUUID(), typed, choice }));
  });

  app.post('/api/bookings', async (request, reply) => {
    const { body } = request;
    if (!isOwnOrigin(request, deps.publicUrl)) return sendProblem(reply, 403, words.origin);
    if (body instanceof URLSearchParams) return takeForm(request, reply, body, deps);
    if (request.headers['content-type'] === undefined)
      return sendProblem(reply, 415, 'Le contenu doit être du JSON ou un formulaire.');
    const lead = (body as { lead?: unknown } | null)?.lead;
    const outcome = await take(request, parseBookingRequest(body), lead, deps);
    if ('booking' in outcome) return sendBooking(reply, outcome);
    return sendBookingRefusal(reply, outcome);
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
  const outcome = await take(request, parseBookingRequest({ ...typed, start, id }), typed.lead, deps);
  if ('booking' in outcome) return reply.redirect(`/rendez-vous/${outcome.booking.token}`, 303);
  if (!acceptsHtml(request)) return sendBookingRefusal(reply, outcome);
  if (outcome.retryAfter !== undefined) reply.header('retry-after', outcome.retryAfter);
  const choice: TimeChoice =
    outcome.next === undefined
      ? {
          ...(await choiceFor(deps, typed, undefined).catch(() => nothing(deps))),
          chosen: readInstant(start),
        }
      : { ...nothing(deps), starts: outcome.next };
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
  const person = await within(STORE_TIMEOUT_MS, personOf(leadId));
  return person === undefined ? typed : { ...typed, name: person.name, email: person.email };
}

interface NotBooked extends BookingRefused {
  /** Whether the id stands for another booking already. */
  readonly spent?: boolean;
}

type Taken = Extract<BookOutcome, { booking: StoredBooking }>;

/** Books. Every try counts against the client's limit a minute, what was booked against its limit a day; repeating neither. */
async function take(
  request: FastifyRequest,
  parsed: Parsed<BookingRequest>,
  lead: unknown,
  { bookings, limit, dayLimit, leadOf }: BookingDeps,
): Promise<Taken | NotBooked> {
  if (!parsed.ok) return { status: 422, detail: words.invalid, errors: parsed.errors };
  const leadId = typeof lead === 'string' ? leadOf(lead) : undefined;
  try {
    const known = await within(STORE_TIMEOUT_MS, bookings.known(parsed.value));
    if (known?.kind === 'repeated') return answerOf(known);
    const client = clientKey(request.ip);
    const day = dayLimit.take(client, randomUUID());
    if (!day.ok) return { status: 429, detail: words.oftenToday, retryAfter: day.retryAfterSeconds };
    const permit = limit.take(client, randomUUID());
    if (!permit.ok) {
      day.giveBack();
      return { status: 429, detail: words.often, retryAfter: permit.retryAfterSeconds };
    }
    try {
      const outcome = known ?? (await within(STORE_TIMEOUT_MS, bookings.book(parsed.value, leadId ?? null)));
      if (outcome.kind === 'repeated') permit.giveBack();
      if (outcome.kind !== 'created') day.giveBack();
      return answerOf(outcome);
    } catch (error) {
      permit.giveBack();
      day.giveBack();
      throw error;
    }
  } catch (error) {
    request.log.error({ err: error }, NOT_STORED);
    return { status: 503, detail: words.store, retryAfter: RETRY_STORE_SECONDS };
  }
}

function answerOf(outcome: BookOutcome): Taken | NotBooked {
  switch (outcome.kind) {
    case 'conflict':
      return { status: 409, detail: words.conflict, spent: true };
    case 'enough':
    case 'enough-today': {
      const message = outcome.kind === 'enough' ? words.enough : words.enoughToday;
      return { status: 422, detail: words.invalid, errors: [{ field: 'email', message }] };
    }
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

function sendBooking(reply: FastifyReply, { kind, booking }: Taken): FastifyReply {
  const manage = `/rendez-vous/${booking.token}`;
  const { id, start, end } = booking;
  return reply
    .code(kind === 'created' ? 201 : 200)
    .headers(PRIVATE)
    .send({ id, start: isoInstant(start), end: isoInstant(end), manage, calendar: `${manage}.ics` });
}

function choiceFor(deps: BookingDeps, typed: TypedBooking, from: unknown): Promise<TimeChoice> {
  const query = new URLSearchParams(
    FIELDS.flatMap((field): [string, string][] => (typed[field] ? [[field, typed[field]]] : [])),
  );
  return timesFrom(deps, from, (day) => {
    const days = new URLSearchParams(day === undefined ? [] : [['from', day]]);
    return `/rendez-vous?${new URLSearchParams([...query, ...days])}`;
  });
}

const nothing = ({ availability: { timeZone } }: BookingDeps): TimeChoice => ({ starts: [], timeZone });

function typedBooking(read: (field: (typeof FIELDS)[number]) => unknown): TypedBooking {
  const text = (field: (typeof FIELDS)[number]) => {
    const value = read(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    lead: text('lead'),
    timeZone: text('timeZone'),
  };
}

const NOT_STORED =
  'Une réservation n’a pas pu être enregistrée et n’a pas été confirmée. Ce qui est enregistré est intact. ' +
  'Vérifiez que la base de données répond et qu’il y a de la place sur son disque.';
