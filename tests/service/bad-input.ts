import fc from 'fast-check';
import { cleanField } from '#domain/lead.ts';
import { type LeadField, TYPED_FIELDS } from '#domain/lead-fields.ts';
import { storedLead } from './stored-leads.ts';
import { postForm, postJson, someLead, type TestServer } from './test-server.ts';

/** What one input led to that it must not lead to; undefined when all is well. */
type Fault = string | undefined;

/** Requests under way at once. */
const LANES = 16;

/** Sends each input, several at a time, and returns the faults with the inputs that led to them. */
export async function faultsOf<T>(
  inputs: readonly T[],
  send: (input: T) => Promise<Fault>,
): Promise<string[]> {
  const waiting = [...inputs];
  const faults: string[] = [];
  const lane = async () => {
    for (let input = waiting.pop(); input !== undefined; input = waiting.pop()) {
      const fault = await send(input);
      if (fault !== undefined) faults.push(`${fault}: ${JSON.stringify(input).slice(0, 400)}`);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return faults;
}

/** A refusal is a 4xx that says in French what is wrong, and repeats nothing that would run. */
export async function faultOfRefusal(response: Response): Promise<Fault> {
  const { status, headers } = response;
  if (![409, 413, 415, 422].includes(status)) return `status ${status}`;
  if (headers.has('location')) return 'a refusal that leads somewhere';
  const body = await response.text();
  if (headers.get('content-type')?.startsWith('application/problem+json')) {
    const { detail, errors } = JSON.parse(body) as { detail: unknown; errors?: { message: unknown }[] };
    const texts = [detail, ...(errors ?? []).map(({ message }) => message)];
    return texts.every((text) => /^[A-ZÉ][a-zé’ ]+/.test(String(text))) ? undefined : `not French: ${body}`;
  }
  return faultOfPage(body);
}

/** The tags of the page that shows the form again. */
const OWN_TAGS = new Set(
  'html head meta title style body main h1 p form div label input button a span svg path'.split(' '),
);

/** On the page with the form again, what was typed is in quoted values and nowhere else. */
function faultOfPage(page: string): Fault {
  const visible = page.replace(/<input type="hidden"[^<>]*>/g, '');
  if (visible.match(/ value="[^"<>]*"\/>/g)?.length !== TYPED_FIELDS.length)
    return 'a value got out of its quotes';
  const tags = [...page.matchAll(/<\/?([^\s>]*)/g)].map(([, name = '']) => name.toLowerCase());
  const foreign = tags.filter((tag) => tag !== '!doctype' && !OWN_TAGS.has(tag));
  return foreign.length > 0 ? `foreign markup: ${foreign}` : undefined;
}

/** JSON: what is taken is stored as it was sent, cleaned; nothing fails. */
export async function sendJson({ url, dataDir }: TestServer, body: unknown): Promise<Fault> {
  const response = await postJson(url, body);
  if (response.status !== 201) return faultOfRefusal(response);
  const sent = typeof body === 'string' ? JSON.parse(body) : (body as Record<string, string>);
  const { id } = (await response.json()) as { id: string };
  const row = storedLead(dataDir, { id });
  const asSent = ['name', 'email', 'url'].every(
    (field) => row?.[field as 'name' | 'email' | 'url'] === cleanField(field as LeadField, sent[field]),
  );
  return asSent && row?.user_id === sent.userId.trim() ? undefined : `stored as ${JSON.stringify(row)}`;
}

/** A form: the same; the way on leads to this site and holds what was typed. */
export async function sendForm({ url, dataDir }: TestServer, typed: Record<string, string>): Promise<Fault> {
  const response = await postForm(url, typed);
  if (response.status !== 303) return faultOfRefusal(response);
  // A form cannot carry half a surrogate: the browser puts U+FFFD in its place, and ends lines its own way.
  const sent = (name: string) => cleanField(name as LeadField, (typed[name] ?? '').toWellFormed());
  const location = response.headers.get('location') ?? '';
  if (!/^[\x21-\x7e]+$/.test(location)) return `location ${JSON.stringify(location)}`;
  if (location === '/sales#formulaire') return sent('name') && sent('email') ? 'sent back' : undefined;
  const next = new URL(location, url);
  if (next.origin !== url || next.pathname !== '/introduction') return `leads to ${location}`;
  if (next.searchParams.get('name') !== sent('name')) return `leads to ${location}`;
  const found = storedLead(dataDir, { name: sent('name'), email: sent('email') });
  return found ? undefined : 'not stored as typed';
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom(
      '\u0000',
      '\r',
      '\n',
      '\ud800',
      '\udc00',
      '\u202e',
      '\u2069',
      '\ufeff',
      '<',
      '"',
      "'",
      '&',
      '%',
      '@',
      'é',
    ),
  }),
  fc.constantFrom('a'.repeat(64 * 1024), 'é'.repeat(8000), ' ', '__proto__', '=1+1', '{{7*7}}'),
);

const anything = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(-0, 1e308, [], {}, null, true),
);

/** A lead with some fields replaced by anything and some keys that nobody asked for. */
export const jsonBodies = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .record({
        fields: fc.record(
          { id: anything, name: anything, email: anything, userId: anything, url: anything },
          { requiredKeys: [] },
        ),
        extra: fc.dictionary(
          fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'status', 'createdAt')),
          anything,
          { maxKeys: 3 },
        ),
      })
      .map(({ fields, extra }) => JSON.stringify({ ...extra, ...someLead(), ...fields })),
  },
  { weight: 1, arbitrary: fc.jsonValue().map((value) => JSON.stringify(value)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }).map((garbage) => garbage.toWellFormed()) },
);

/** Any texts in the two fields, sometimes with an e-mail that may pass. */
export const forms = fc.record({
  name: text,
  email: fc.oneof(
    text,
    fc.tuple(text, text).map(([local, domain]) => `${local}@${domain}.ch`),
  ),
});
