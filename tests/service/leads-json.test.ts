import { expect, test } from 'vitest';
import { storedLeads } from './stored-leads.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/** Of a lead of `someLead`; the site is that of its e-mail's company. */
const ANSWER = { status: 'Cold', reference: expect.any(String), site: 'example.ch' };

async function expectProblem(response: Response, status: number) {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toContain('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = await response.json();
  expect(body).toMatchObject({ type: 'about:blank', status });
  expect(body.detail).toMatch(/[a-zé]/);
  return body;
}

test('201 with id and status once the lead is in the file', async () => {
  const { url, dataDir } = await startServer();
  const lead = someLead();
  const response = await postJson(url, lead);
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ ...ANSWER, id: lead.id });
  expect(storedLeads(dataDir)).toEqual([
    { id: lead.id, name: lead.name, email: lead.email, user_id: lead.userId, url: lead.url },
  ]);
});

test('200 with the same body for the same id with the same content, spaces and case of the id apart', async () => {
  const { url, dataDir } = await startServer();
  const lead = someLead();
  await postJson(url, lead);
  const again = { ...lead, id: lead.id.toUpperCase(), name: `  ${lead.name} ` };
  const response = await postJson(url, again);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ ...ANSWER, id: lead.id });
  expect(storedLeads(dataDir)).toHaveLength(1);
});

test('of twenty submissions of one id at once, one is 201 and the rest 200', async () => {
  const { url, dataDir } = await startServer();
  const lead = someLead();
  const responses = await Promise.all(Array.from({ length: 20 }, () => postJson(url, lead)));
  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array.from({ length: 19 }, () => 200), 201]);
  expect(storedLeads(dataDir)).toHaveLength(1);
});

test('409 for the same id with other content, and the first stays', async () => {
  const { url, dataDir } = await startServer();
  const lead = someLead();
  await postJson(url, lead);
  await expectProblem(await postJson(url, { ...lead, name: 'Paul' }), 409);
  expect(storedLeads(dataDir).map(({ name }) => name)).toEqual([lead.name]);
});

test('a form sent by the page is asked about a likely slip once; what a browser has kept is not asked again', async () => {
  const { url, dataDir } = await startServer();
  const slip = (differs: object) => ({ ...someLead(), email: 'zoe@gmial.com', ...differs });
  const { detail, errors } = await expectProblem(await postJson(url, slip({ adresse: '' })), 422);
  expect([detail, errors.map(({ field }: { field: string }) => field)]).toEqual([
    'Vérifiez d’abord votre e-mail.',
    ['adresse'],
  ]);
  expect(errors[0].message).toContain('Si l’adresse est juste, envoyez encore une fois.');
  await expectProblem(await postJson(url, slip({ adresse: 'zoe@gmali.com' })), 422);
  expect(storedLeads(dataDir)).toEqual([]);
  expect((await postJson(url, slip({ adresse: ' zoe@gmial.com' }))).status).toBe(201);
  expect((await postJson(url, slip({}))).status).toBe(201);
});

test('422 names every field at fault, in French', async () => {
  const { url, dataDir } = await startServer();
  const bad = { id: '1', name: ' ', email: 'zoe', userId: 'a\u0000b', url: 7 };
  const { errors } = await expectProblem(await postJson(url, bad), 422);
  expect(errors.map((error: { field: string }) => error.field)).toEqual([
    'id',
    'name',
    'email',
    'userId',
    'url',
  ]);
  expect(errors[1].message).toBe('Le nom est obligatoire.');
  expect(storedLeads(dataDir)).toEqual([]);
});

test('422 for bodies that are no lead: not JSON, empty, a list, a number as name, a poisoned prototype', async () => {
  const { url } = await startServer();
  const { id } = someLead();
  const bodies = ['{', '', '[]', 'null', { ...someLead(), name: 12 }, `{"__proto__":{"id":"${id}"}}`];
  for (const body of bodies) await expectProblem(await postJson(url, body), 422);
});

test('413 over 16 KiB, 415 for another type or none', async () => {
  const { url } = await startServer();
  const tooLarge = await postJson(url, { ...someLead(), extra: 'a'.repeat(16 * 1024) });
  // Closed while it is still being sent, a proxy would take the site for down.
  expect(tooLarge.headers.get('connection')).not.toBe('close');
  await expectProblem(tooLarge, 413);
  const endless = await postJson(url, { ...someLead(), extra: 'a'.repeat(1024 * 1024) }).catch(
    () => undefined,
  );
  expect(endless?.headers.get('connection') ?? 'close').toBe('close');
  const padded = JSON.stringify(someLead({ name: 'Zoe' })).padEnd(16 * 1024);
  expect((await postJson(url, padded)).status).toBe(201);
  for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/xml'])
    await expectProblem(await postJson(url, someLead(), { 'content-type': type }), 415);
  await expectProblem(await fetch(`${url}/api/leads`, { method: 'POST' }), 415);
});

test('429 with Retry-After beyond the accepted leads of a minute; what is stored already may always be sent again', async () => {
  const { url } = await startServer({ LEADS_PER_MINUTE: '2' });
  const first = someLead();
  expect((await postJson(url, first)).status).toBe(201);
  for (let repeat = 0; repeat < 3; repeat++) expect((await postJson(url, first)).status).toBe(200);
  expect((await postJson(url, { ...first, name: 'Paul' })).status).toBe(409);
  expect((await postJson(url, { ...someLead(), email: 'x' })).status).toBe(422);
  expect((await postJson(url, someLead())).status).toBe(201);

  const refused = await postJson(url, someLead());
  await expectProblem(refused, 429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  expect((await postJson(url, first)).status).toBe(200);
  expect((await postJson(url, { ...first, name: 'Paul' })).status).toBe(409);
});

test('X-Forwarded-For counts only when it comes from a trusted proxy', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const direct = await startServer({ LEADS_PER_MINUTE: '1', HOST: '127.0.0.1' });
  expect((await postJson(direct.url, someLead(), from('192.0.2.1'))).status).toBe(201);
  expect((await postJson(direct.url, someLead(), from('192.0.2.2'))).status).toBe(429);

  const behind = await startServer({ LEADS_PER_MINUTE: '1', HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' });
  expect((await postJson(behind.url, someLead(), from('192.0.2.1'))).status).toBe(201);
  expect((await postJson(behind.url, someLead(), from('192.0.2.2'))).status).toBe(201);
  expect((await postJson(behind.url, someLead(), from('192.0.2.2'))).status).toBe(429);
});
