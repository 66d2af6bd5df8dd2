import { CHECK_IDS, MOST_FINDINGS, OUTCOMES, STEP_NAMES } from '#domain/audit.ts';
import { SOURCE_FIELD } from '#domain/form-page.ts';
import { AGE_FIELD, HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { FIELD_NAMES, type LeadField, ruleOf, TYPED_FIELDS } from '#domain/lead-fields.ts';
import { LONGEST_PHONE } from '#server/bookings/booking-request.ts';
import { exampleLead } from '#server/fields/lead-fields.ts';
import { INSTANT, type JsonSchema } from '#server/messages/webhook/event.ts';

export const ref = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });
const uuid: JsonSchema = { type: 'string', format: 'uuid' };
const text: JsonSchema = { type: 'string' };

/** An object whose properties are all required but those whose names end with « ? ». */
export function object(properties: Readonly<Record<string, JsonSchema>>, more: JsonSchema = {}): JsonSchema {
  const names = Object.keys(properties);
  const required = names.filter((name) => !name.endsWith('?'));
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(names.map((name) => [name.replace(/\?$/, ''), properties[name]])),
    ...more,
  };
}

/** What the server answers: nothing that is not described. */
const answer = (properties: Readonly<Record<string, JsonSchema>>, description?: string) =>
  object(properties, { additionalProperties: false, ...(description && { description }) });
const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items });
const count: JsonSchema = { type: 'integer', minimum: 0 };
/** Absent where it could not be counted. */
const orNull = (schema: JsonSchema): JsonSchema => ({ oneOf: [schema, { type: 'null' }] });

const problem = {
  type: text,
  title: text,
  status: { type: 'integer' },
  detail: { ...text, description: 'French' },
  'errors?': list(answer({ field: text, message: text })),
  'by?': { ...text, description: 'French: by when an audit comes by mail all the same' },
};

const fieldSchema = (field: LeadField): JsonSchema => {
  const { min, max } = ruleOf(field);
  return { type: 'string', minLength: min, maxLength: max, ...(field === 'email' && { format: 'email' }) };
};
const named = (field: LeadField) => (ruleOf(field).required === 'always' ? field : `${field}?`);
const fields = (names: readonly LeadField[]) =>
  Object.fromEntries(names.map((field) => [named(field), fieldSchema(field)]));

/** Read where they come from, and never refused. */
const hidden = Object.fromEntries(
  [...Object.values(HIDDEN_FIELDS), SOURCE_FIELD].map((name) => [`${name}?`, text]),
);
const { status: _, ...leadExample } = exampleLead({ id: '0190a6de-5a0f-7b6c-9a63-2f4d8c1e7a90' });
const booking = {
  id: uuid,
  start: { ...INSTANT, description: 'UTC, one of /api/slots' },
  ...fields(['name', 'email']),
  phone: { type: 'string', minLength: 1, maxLength: LONGEST_PHONE },
  'timeZone?': text,
  'lead?': { ...text, description: 'the reference that the answer to the lead carried' },
};

/** Every schema that requests and answers are described with. */
export const schemas: Readonly<Record<string, JsonSchema>> = {
  Problem: answer(problem, 'RFC 9457'),
  Lead: object(
    {
      id: { ...uuid, description: 'made by the sender: the idempotency key' },
      ...fields(FIELD_NAMES),
      ...hidden,
      [`${AGE_FIELD}?`]: {
        type: 'number',
        minimum: 0,
        description: 'of a lead that is sent again, milliseconds since its form was filled in',
      },
    },
    { examples: [leadExample] },
  ),
  LeadForm: object(
    { ...fields(TYPED_FIELDS), ...hidden },
    { examples: [{ name: 'Zoé Müller', email: 'zoe@example.org' }] },
  ),
  StoredLead: answer({
    id: uuid,
    status: { const: 'Cold' },
    reference: { ...text, description: 'names the lead to /api/bookings and /api/audits' },
    'site?': { ...text, description: 'the host whose audit begins' },
  }),
  Challenge: object({ parameters: { type: 'object' }, signature: text }),
  Slots: answer({ timeZone: text, minutes: { type: 'integer' }, slots: list(INSTANT) }),
  Booking: object({ ...booking, 'proof?': text }),
  BookedCall: answer({
    id: uuid,
    start: INSTANT,
    end: INSTANT,
    manage: { ...text, description: 'path of the page of the call' },
    'calendar?': { ...text, description: 'path of its calendar file' },
    'state?': { enum: ['held', 'cancelled'] },
  }),
  Taken: answer({ ...problem, 'slots?': list(INSTANT) }),
  AuditRequest: object({
    'url?': { ...text, description: 'of the site; without it, the audit that follows from the lead' },
    'lead?': text,
    ...hidden,
  }),
  AuditAsked: answer({
    'token?': text,
    'page?': text,
    'by?': { ...text, description: 'French: by when the audit comes by mail' },
  }),
  Check: answer({ id: { enum: CHECK_IDS }, outcome: { enum: OUTCOMES }, sentence: text, evidence: text }),
  Audit: answer({
    state: { enum: ['waiting', 'running', 'done', 'refused'] },
    'step?': { enum: STEP_NAMES },
    url: text,
    host: text,
    'reason?': text,
    'waitSeconds?': { type: 'number' },
    'pictures?': list(text),
    'measuredAt?': INSTANT,
    'findings?': {
      ...list(answer({ id: { enum: CHECK_IDS }, outcome: { enum: OUTCOMES }, sentence: text })),
      maxItems: MOST_FINDINGS,
    },
    checks: list(ref('Check')),
    'leadsTo?': text,
    notMeasured: list(answer({ id: { enum: CHECK_IDS }, sentence: text })),
  }),
  Health: answer({ status: { const: 'ok' } }),
  Readiness: answer({
    status: { enum: ['ok', 'unavailable'] },
    'reasons?': list(text),
    'delivering?': { type: 'boolean' },
    'stalled?': orNull({ type: 'boolean' }),
    'outbox?': orNull(answer({ waiting: count, refused: count, held: count })),
    'mail?': orNull(answer({ stuck: count, 'since?': INSTANT })),
    'alarms?': orNull(list(answer({ name: text, since: INSTANT }))),
    'warnings?': list(text),
    'atLeast?': list(text),
    'pausedSince?': INSTANT,
  }),
};
