import type { JsonSchema } from '#server/messages/webhook/event.ts';
import { object, ref } from './schemas.ts';

interface Answer {
  readonly description: string;
  readonly headers?: JsonSchema;
  readonly content?: JsonSchema;
}
type Answers = Readonly<Record<number, Answer>>;

const json = (description: string, schema: JsonSchema): Answer => ({
  description,
  content: { 'application/json': { schema } },
});
const page = (description: string): Answer => ({ description, content: { 'text/html': { schema: TEXT } } });
const file = (description: string, type: string): Answer => ({
  description,
  content: { [type]: { schema: TEXT } },
});
const to = (description: string): Answer => ({ description, headers: { Location: { schema: TEXT } } });
const TEXT = { type: 'string' };
const FORM = 'application/x-www-form-urlencoded';

const REASONS: Readonly<Record<number, string>> = {
  400: 'the request is malformed',
  401: 'the signature is missing, wrong or too old',
  403: 'it came from the page of another site',
  404: 'there is nothing, or no longer anything, behind it',
  409: 'the same id with other content',
  413: 'the body is over 16 KiB',
  415: 'another content type',
  421: 'another host than that of PUBLIC_URL',
  422: 'a field is not valid',
  429: 'too many: Retry-After says when',
  503: 'it could not be stored: Retry-After says when',
};
/** Refusals, each with its reason: a problem for a program, a page with the form for a browser. */
const refused = (...statuses: readonly number[]): Answers =>
  Object.fromEntries(
    statuses.map((status) => [
      status,
      {
        description: REASONS[status] ?? '',
        content: { 'application/problem+json': { schema: ref('Problem') }, 'text/html': { schema: TEXT } },
      },
    ]),
  );

const takes = (asJson: string, asForm: JsonSchema) => ({
  required: true,
  content: { 'application/json': { schema: ref(asJson) }, [FORM]: { schema: asForm } },
});
const takesForm = (schema: JsonSchema) => ({ required: true, content: { [FORM]: { schema } } });
const token = [{ name: 'token', in: 'path', required: true, description: '128 bits or more', schema: TEXT }];
const query = (name: string, schema: JsonSchema) => ({ name, in: 'query', schema });

const operation = (summary: string, responses: Answers, more: object = {}) => ({
  summary,
  ...more,
  responses,
});
/** Of the listener on the loopback address alone (OPS_PORT). */
const OPERATOR = { servers: [{ url: 'http://127.0.0.1:3001' }] };

/** A scheduling provider's webhook; 404 where no key is set for it. */
const hook = (provider: string, signature: string) => ({
  post: operation(
    `What ${provider} tells of a call`,
    { 200: { description: 'stored' }, ...refused(401, 404, 413, 422, 503) },
    {
      parameters: [{ name: signature, in: 'header', schema: TEXT }],
      requestBody: { required: true, content: { 'application/json': { schema: object({}) } } },
    },
  ),
});

/** Every address that another program, or a link in a mail, relies on. A GET changes nothing. */
export const paths = {
  '/api/challenge': {
    get: operation('A proof of work to solve', { 200: json('the task', ref('Challenge')) }),
  },
  '/api/leads': {
    post: operation(
      'Store a lead',
      {
        200: json('the same id again, with the same content', ref('StoredLead')),
        201: json('the lead is durable', ref('StoredLead')),
        303: to('a form was stored: /introduction; its name or e-mail was empty: the form'),
        ...refused(403, 409, 413, 415, 422, 429, 503),
      },
      { requestBody: takes('Lead', ref('LeadForm')) },
    ),
  },
  '/api/slots': {
    get: operation(
      'The times at which a call can begin',
      { 200: json('free times', ref('Slots')), ...refused(422, 503) },
      {
        parameters: [
          query('from', { type: 'string', format: 'date' }),
          query('days', { type: 'integer', minimum: 1, maximum: 31 }),
        ],
      },
    ),
  },
  '/api/bookings': {
    post: operation(
      'Book a call',
      {
        200: json('the same id again', ref('BookedCall')),
        201: json('the call is booked', ref('BookedCall')),
        202: json('a rush: the call waits for the owner', ref('BookedCall')),
        303: to('a form was stored: the page of the call'),
        ...refused(403, 413, 415, 422, 429, 503),
        409: {
          description: 'taken: the next free times; or the id is that of another booking',
          content: { 'application/problem+json': { schema: ref('Taken') }, 'text/html': { schema: TEXT } },
        },
      },
      { requestBody: takes('Booking', ref('Booking')) },
    ),
  },
  '/api/hooks/calendly': hook('Calendly', 'Calendly-Webhook-Signature'),
  '/api/hooks/cal': hook('Cal.com', 'X-Cal-Signature-256'),
  '/rendez-vous/{token}': {
    parameters: token,
    get: operation('The page of a call', { 200: page('the call'), ...refused(404, 503) }),
  },
  '/rendez-vous/{token}.ics': {
    parameters: token,
    get: operation('Its calendar file', { 200: file('the call', 'text/calendar'), ...refused(404, 503) }),
  },
  '/rendez-vous/{token}/annuler': {
    parameters: token,
    post: operation('Cancel it', { 303: to('its page'), ...refused(403, 404, 503) }),
  },
  '/rendez-vous/{token}/deplacer': {
    parameters: token,
    post: operation(
      'Move it',
      { 303: to('its page'), ...refused(403, 404, 409, 415, 422, 429, 503) },
      { requestBody: takesForm(object({ start: { type: 'string', format: 'date-time' } })) },
    ),
  },
  '/rendez-vous/{token}/numero': {
    parameters: token,
    post: operation(
      'Correct its telephone number',
      { 303: to('its page'), ...refused(403, 404, 409, 415, 422, 429, 503) },
      { requestBody: takesForm(object({ phone: TEXT })) },
    ),
  },
  '/api/audits': {
    post: operation(
      'Ask for an audit',
      {
        200: json('it comes by mail alone', ref('AuditAsked')),
        202: json('it is queued', ref('AuditAsked')),
        303: to('a form was taken: /audit/<token>'),
        ...refused(403, 413, 415, 422, 429, 503),
      },
      { requestBody: takes('AuditRequest', ref('AuditRequest')) },
    ),
  },
  '/api/audits/{token}': {
    parameters: token,
    get: operation('How an audit goes', { 200: json('its state', ref('Audit')), ...refused(404, 503) }),
  },
  '/api/audits/{token}/events': {
    parameters: token,
    get: operation('The same at each step, as server-sent events', {
      200: file('data: an Audit', 'text/event-stream'),
      ...refused(404, 503),
    }),
  },
  '/audit/{token}': {
    parameters: token,
    get: operation('The report', { 200: page('the report, or how it goes'), ...refused(404, 503) }),
  },
  '/suivi/{token}': {
    parameters: token,
    get: operation("The owner's link from a mail", {
      200: page('the answers to choose from'),
      ...refused(404, 503),
    }),
    post: operation(
      'Store the answer',
      { 303: to('the same page, which says it'), ...refused(403, 404, 415, 422, 503) },
      { requestBody: takesForm(object({ 'answer?': TEXT, 'amount?': TEXT })) },
    ),
  },
  '/effacement/{token}': {
    parameters: token,
    get: operation("The visitor's link to ask for erasure", {
      200: page('the question'),
      ...refused(404, 503),
    }),
    post: operation('Ask for it', { 303: to('the same page, which says it'), ...refused(403, 404, 503) }),
  },
  '/.well-known/security.txt': {
    get: operation('How to report a weakness (RFC 9116)', { 200: file('the file', 'text/plain') }),
  },
  '/healthz': { ...OPERATOR, get: operation('The process answers', { 200: json('it does', ref('Health')) }) },
  '/readyz': {
    ...OPERATOR,
    get: operation('Leads can be stored, and where the delivery is', {
      200: json('they can', ref('Readiness')),
      503: json('they cannot', ref('Readiness')),
    }),
  },
  '/metrics': { ...OPERATOR, get: operation('For Prometheus', { 200: file('the metrics', 'text/plain') }) },
};
