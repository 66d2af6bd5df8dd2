import { join } from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { api, documents, events } from '#scripts/openapi/documents.ts';
import { schemas } from '#scripts/openapi/schemas.ts';
import type { JsonSchema } from '#server/messages/webhook/event.ts';
import { startServer } from './test-server.ts';

/** Of what is sent: a failure repeats itself. */
const SEED = 48;
const FORM = 'application/x-www-form-urlencoded';
const root = join(import.meta.dirname, '../..');
const ajv = new Ajv2020({ strict: false, validateFormats: true, schemas: [{ $id: 'api', ...api }] });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

interface Operation {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { schema: JsonSchema }>> }>
  >;
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> };
  readonly parameters?: readonly { readonly name: string; readonly schema: JsonSchema }[];
}

/** Every operation of the document, with where its listener is. */
const operations = Object.entries(api.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([method]) => ['get', 'post'].includes(method))
    .map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      ...{ path, method: method.toUpperCase(), operation: operation as unknown as Operation },
      byOperator: 'servers' in item,
    })),
);

/** @returns a schema of the document, with its reference followed */
const followed = (schema: JsonSchema): JsonSchema =>
  typeof schema.$ref === 'string'
    ? followed(
        (api.components.schemas as Record<string, JsonSchema>)[schema.$ref.split('/').at(-1) ?? ''] ?? {},
      )
    : schema;

/** What a schema describes. Only the keywords of this document are known. */
function described(given: JsonSchema): fc.Arbitrary<unknown> {
  const schema = followed(given);
  if (schema.type === 'object') {
    const properties = Object.entries(schema.properties as Record<string, JsonSchema>);
    const required = (schema.required ?? []) as string[];
    return fc.record(Object.fromEntries(properties.map(([name, one]) => [name, described(one)])), {
      requiredKeys: required,
    });
  }
  if (schema.type === 'integer')
    return fc.integer({ min: Number(schema.minimum), max: Number(schema.maximum) });
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.emailAddress();
  if (schema.format === 'date-time')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString());
  if (schema.format === 'date')
    return fc.date({ noInvalidDate: true }).map((date) => date.toISOString().slice(0, 10));
  return fc.string({
    unit: 'grapheme',
    minLength: Number(schema.minLength ?? 0),
    maxLength: Number(schema.maxLength ?? 60),
  });
}

/** What it describes, with one property that is something else. */
const spoilt = (schema: JsonSchema): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.tuple(described(schema), fc.nat(), fc.jsonValue()).map(([value, at, other]) => {
      const names = Object.keys(value as object);
      return { ...(value as object), [names[at % names.length] ?? 'id']: other };
    }),
    fc.jsonValue(),
  );

interface Sent {
  /** Content type of `body`. */
  readonly type?: string;
  readonly body?: unknown;
  readonly query?: object;
  readonly token?: string;
}
const asForm = (fields: unknown) =>
  new URLSearchParams(
    Object.entries(Object(fields)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  );

/** Asks an operation, and checks the answer against its description. */
async function hold({ operation, path, method }: (typeof operations)[number], origin: string, sent: Sent) {
  const { type, body, query = {}, token = 'x'.repeat(22) } = sent;
  const text = type === 'application/json' ? JSON.stringify(body) : asForm(body).toString();
  const answer = await fetch(`${origin}${path.replace('{token}', token)}?${asForm(query)}`, {
    method,
    redirect: 'manual',
    ...(type !== undefined && { body: text, headers: { 'content-type': type } }),
  });
  const { status } = answer;
  const promised = operation.responses[status];
  expect(promised, `${status} to ${text}`).toBeDefined();
  const given = answer.headers.get('content-type')?.split(';')[0] ?? '';
  const said = await answer.text();
  if (promised?.content === undefined) return { status, said: undefined };
  expect(Object.keys(promised.content)).toContain(given);
  if (!given.endsWith('json')) return { status, said };
  const check = ajv.compile(qualified(promised.content[given]?.schema ?? {}));
  expect(check(JSON.parse(said)), `${ajv.errorsText(check.errors)}: ${said}`).toBe(true);
  return { status, said: JSON.parse(said) };
}

/** A schema of the document, outside of it. */
const qualified = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"api#/'));

describe('the API as it is described', () => {
  it.each(Object.entries(documents))('%s is what the sources say', async (file, text) => {
    await expect(text).toMatchFileSnapshot(join(root, file));
  });

  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(api));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it.each(Object.entries(events))('the example of %s fits its schema', (_, schema) => {
    const [example] = schema.examples as unknown[];
    expect(ajv.validate(schema, example), ajv.errorsText()).toBe(true);
  });
});

describe('the running server', () => {
  it('answers whatever it is sent as the document says', async () => {
    const { url, opsUrl } = await startServer({ LEADS_PER_MINUTE: '100000' });
    for (const one of operations) {
      const origin = one.byOperator ? opsUrl : url;
      const bodies = Object.entries(one.operation.requestBody?.content ?? {});
      const parameters = one.operation.parameters ?? [];
      const query = fc.record(
        Object.fromEntries(parameters.map(({ name, schema }) => [name, described(schema)])),
      );
      if (bodies.length === 0)
        await fc.assert(
          fc.asyncProperty(query, async (asked) => void (await hold(one, origin, { query: asked }))),
          { numRuns: parameters.length > 0 ? 20 : 1, seed: SEED },
        );
      for (const [type, { schema }] of bodies)
        await fc.assert(
          fc.asyncProperty(
            fc.oneof(described(schema), spoilt(schema)),
            async (body) => void (await hold(one, origin, { type, body })),
          ),
          { numRuns: 60, seed: SEED },
        );
    }
  });

  it('takes a lead, its call and its audit as the document says', async () => {
    const { url } = await startServer();
    const ask = (name: string, sent: Sent = {}) => {
      const one = operations.find((operation) => operation.name === name);
      if (one === undefined) throw new Error(`The document has no ${name}`);
      return hold(one, url, sent);
    };
    const type = 'application/json';
    const [form, lead] = [schemas.LeadForm?.examples, schemas.Lead?.examples] as [unknown[], unknown[]];
    const stored = await ask('POST /api/leads', { type, body: lead[0] });
    expect(stored.status).toBe(201);
    expect((await ask('POST /api/leads', { type, body: lead[0] })).status).toBe(200);
    expect((await ask('POST /api/leads', { type: FORM, body: form[0] })).status).toBe(303);

    const { said } = await ask('GET /api/slots', { query: { days: 14 } });
    const { reference } = stored.said;
    const call = {
      id: crypto.randomUUID(),
      ...(form[0] as object),
      phone: '+41 79 123 45 67',
      lead: reference,
    };
    const booked = await ask('POST /api/bookings', { type, body: { ...call, start: said.slots[0] } });
    expect(booked.status).toBe(201);
    const token = booked.said.manage.split('/').at(-1);
    expect((await ask('GET /rendez-vous/{token}', { token })).status).toBe(200);
    expect((await ask('GET /rendez-vous/{token}.ics', { token })).status).toBe(200);
    const start = said.slots.at(-1);
    expect(
      (await ask('POST /rendez-vous/{token}/deplacer', { token, type: FORM, body: { start } })).status,
    ).toBe(303);
    expect((await ask('POST /rendez-vous/{token}/annuler', { token, type: FORM, body: {} })).status).toBe(
      303,
    );

    const asked = await ask('POST /api/audits', { type, body: { url: 'exemple.ch', lead: reference } });
    expect(asked.status).toBe(202);
    const audit = { token: asked.said.token };
    expect((await ask('GET /api/audits/{token}', audit)).status).toBe(200);
    expect((await ask('GET /audit/{token}', audit)).status).toBe(200);
  });
});
