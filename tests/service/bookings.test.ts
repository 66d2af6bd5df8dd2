import { expect, test } from 'vitest';
import { call } from '#content/call.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { freshProof } from '../fakes/proof.ts';
import { storedRows } from '../support/stored-rows.ts';
import { book, booked, NOW, slots, someRequest, startOnMonday, TUESDAY } from './bookings.ts';
import { HTML, sendForm, startServer } from './test-server.ts';

test('free times by the office’s days, in UTC', async () => {
  const { url } = await startOnMonday();
  const response = await fetch(`${url}/api/slots?from=2026-11-24&days=1`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const body = (await response.json()) as { slots: string[] };
  expect(body).toMatchObject({ timeZone: 'Europe/Zurich', minutes: 15 });
  expect([body.slots.length, body.slots[0], body.slots.at(-1)]).toEqual([
    14,
    TUESDAY,
    '2026-11-24T16:00:00Z',
  ]);
  expect(await slots(url, 'from=2026-11-23&days=1')).toContain('2026-11-23T12:30:00Z');
  expect((await slots(url, ''))[0]).toBe('2026-11-23T12:30:00Z');
  expect(await slots(url, 'from=2026-11-28&days=2')).toEqual([]);
  expect(await slots(url, 'from=9999-12-31&days=31')).toEqual([]);
});

test('422 for days that are none', async () => {
  const { url } = await startOnMonday();
  for (const query of ['from=demain', 'from=2026-02-30', 'days=0', 'days=32', 'days=1.5', 'days=1&days=2']) {
    const response = await fetch(`${url}/api/slots?${query}`);
    expect([query, response.status]).toEqual([query, 422]);
    expect(await response.json()).toMatchObject({ errors: [{ field: query.slice(0, 4) }] });
  }
});

test('201, then the time is gone from the list; the same again is 200 and the same booking', async () => {
  const { url, log } = await startOnMonday();
  const request = someRequest();
  const response = await book(url, request);
  expect(response.status).toBe(201);
  const body = (await response.json()) as Record<string, string>;
  expect(body).toEqual({
    id: request.id,
    start: TUESDAY,
    end: '2026-11-24T08:15:00Z',
    manage: expect.stringMatching(/^\/rendez-vous\/[\w-]{32}$/),
    calendar: `${body.manage}.ics`,
  });
  expect(await slots(url)).not.toContain(TUESDAY);
  const again = await book(url, { ...request, phone: '+41 21 5550148' });
  expect([again.status, await again.json()]).toEqual([200, body]);
  expect(await (await fetch(`${url}${body.manage}`)).text()).toContain('+41 21 555 01 48');
  expect(log()).not.toContain(body.manage?.split('/').at(-1));
});

test('409 with the next free times when it is taken, never was free, or is over', async () => {
  const { url } = await startOnMonday();
  await booked(url);
  for (const wanted of [TUESDAY, '2026-11-24T08:10:00Z', '2026-11-29T08:00:00Z', '2020-01-06T08:00:00Z']) {
    const response = await book(url, someRequest({ start: wanted, email: 'paul@example.ch' }));
    expect(response.status).toBe(409);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    const { slots: next } = (await response.json()) as { slots: string[] };
    expect(next).toHaveLength(12);
    expect(next).not.toContain(TUESDAY);
    expect(next[0] && next[0] > wanted).toBe(true);
  }
});

test('409 for the same id with other content', async () => {
  const { url } = await startOnMonday();
  const request = someRequest();
  await book(url, request);
  const response = await book(url, { ...request, name: 'Autre' });
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ detail: 'Cet identifiant désigne déjà une autre réservation.' }),
  ]);
});

test('of 200 who want one time at once one gets it, and 199 see the next free ones', async () => {
  const { url } = await startOnMonday({ LEADS_PER_MINUTE: '1000' });
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      book(url, someRequest({ email: `visiteur${index}@example.ch` })),
    ),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const others = responses.filter(({ status }) => status === 409);
  expect(others).toHaveLength(199);
  for (const response of others)
    expect(((await response.json()) as { slots: string[] }).slots[0]).toBe('2026-11-24T08:30:00Z');
});

const FAULTS: readonly (readonly [field: string, value: unknown])[] = [
  ['phone', '12'],
  ['phone', ''],
  ['phone', '+41 21 555 01 48 9999'],
  ['phone', '+999 21 555 01 48'],
  ['phone', '0901 123 123'],
  ['email', 'zoe'],
  ['name', ' '],
  ['name', 'a\u0000b'],
  ['start', 'demain'],
  ['start', '2026-11-24T08:00:00+01:00'],
  ['start', 1_764_000_000_000],
  ['id', '1'],
];

test('422 names what is wrong, whatever was sent; a time zone that nobody knows is left out', async () => {
  const { url } = await startOnMonday();
  for (const [field, value] of FAULTS) {
    const response = await book(url, someRequest({ [field]: value }));
    expect([field, value, response.status]).toEqual([field, value, 422]);
    expect(await response.json()).toMatchObject({ errors: [{ field, message: expect.any(String) }] });
  }
  for (const body of ['null', '[]', '"texte"', '{"id":', ''])
    expect((await book(url, body)).status).toBe(422);
  const { manage } = await booked(url, { timeZone: 'Mars/Olympus' });
  expect(await (await fetch(`${url}${manage}`)).text()).not.toContain('Olympus');
});

test('429 with Retry-After for the client who books too much; asking for what is booked stays allowed', async () => {
  const { url } = await startOnMonday({ LEADS_PER_MINUTE: '1' });
  const request = someRequest();
  await book(url, request);
  const response = await book(url, someRequest({ start: '2026-11-24T09:00:00Z' }));
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await book(url, request)).status).toBe(200);
});

test('one e-mail address may have two future calls; a third is answered like any call that awaits approval', async () => {
  const { url, dataDir } = await startOnMonday();
  const { manage } = await booked(url);
  await booked(url, { start: '2026-11-24T09:00:00Z', email: 'ZOE+autre@example.ch' });
  const third = () => book(url, someRequest({ start: '2026-11-24T10:00:00Z' }));
  const waiting = await third();
  expect([waiting.status, Object.keys((await waiting.json()) as object).toSorted()]).toEqual([
    202,
    ['end', 'id', 'manage', 'start', 'state'],
  ]);
  expect(storedRows(dataDir, "SELECT kind FROM messages WHERE kind = 'visitor-call-asked'")).toHaveLength(1);
  expect(storedRows(dataDir, "SELECT kind FROM messages WHERE kind = 'owner-rush'")).toHaveLength(0);
  await sendForm(`${url}${manage}/annuler`);
  expect((await third()).status).toBe(201);
});

test('one e-mail address gets no more calls by asking for five at once', async () => {
  const { url } = await startOnMonday();
  const at = (hour: string) => book(url, someRequest({ start: `2026-11-24T${hour}:00:00Z` }));
  const answers = await Promise.all(['08', '09', '10', '13', '14'].map(at));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 202, 202, 202]);
});

test('one address books four calls in a day, cancelled or not, and more wait', async () => {
  let now = NOW;
  const { url } = await startServer({ LEADS_PER_MINUTE: '40' }, () => now);
  const again = (hour: number, day = '24', email = 'zoe@example.ch') =>
    book(url, someRequest({ start: `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00Z`, email }));
  let manage = '';
  for (const hour of [8, 9, 10, 13]) {
    const response = await again(hour, '24', hour % 2 ? 'ZOE@example.ch' : 'zoe@example.ch');
    expect(response.status).toBe(201);
    ({ manage } = (await response.json()) as { manage: string });
    expect((await sendForm(`${url}${manage}/annuler`)).status).toBe(303);
  }
  expect((await again(14)).status).toBe(202);
  expect((await again(14, '24', 'paul@example.ch')).status).toBe(201);
  now += 24 * 3_600_000 + 1;
  expect((await again(14, '26')).status).toBe(201);
});

test('one client books 20 calls in a day, whatever addresses it invents; another one may', async () => {
  const now = NOW;
  const { url } = await startServer({ TRUST_PROXY: '127.0.0.1' }, () => now);
  const free = (await slots(url, 'days=31')).filter((_, index) => index % 2 === 0);
  const from = (address: string, index: number) =>
    book(url, someRequest({ start: free[index], email: `v${index}@example.ch` }), {
      'x-forwarded-for': address,
    });
  const statuses = [];
  for (let index = 0; index < 20; index += 1) statuses.push((await from('198.51.100.7', index)).status);
  expect(statuses).toEqual([...Array(5).fill(201), ...Array(15).fill(202)]);
  const refused = await from('198.51.100.7', 20);
  expect([refused.status, Number(refused.headers.get('retry-after')) > 3_600]).toEqual([429, true]);
  expect((await from('198.51.100.8', 20)).status).toBe(202);
});

test('a household that books all it can leaves the calendar open, holds nobody else’s call, and the owner is told once', async () => {
  const { url, dataDir } = await startServer({ TRUST_PROXY: '127.0.0.1' }, () => NOW);
  const free = await slots(url, 'days=31');
  const from = (address: string, overrides = {}) =>
    book(url, someRequest(overrides), { 'x-forwarded-for': address });
  const answers = Array.from({ length: 100 }, (_, index) =>
    from(`2001:db8:1:${(index % 16).toString(16)}::1`, {
      start: free[index * 2],
      email: `v${index}@example.ch`,
    }),
  );
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect([201, 202, 429].map((one) => statuses.filter((status) => status === one).length)).toEqual([
    5, 75, 20,
  ]);
  const left = await slots(url, 'days=31');
  expect(left.length).toBeGreaterThanOrEqual(free.length - 10);

  const honest = { start: left.at(-1), email: 'zoe@example.ch', proof: await freshProof(url) };
  expect((await from('192.0.2.1', honest)).status).toBe(201);
  const told = "SELECT state FROM messages WHERE kind = 'owner-rush'";
  await expect.poll(() => storedRows(dataDir, told)).toEqual([{ state: 'sent' }]);
  // Without a proof, while others came without one, a call waits and is told so.
  const waiting = await from('192.0.2.2', { start: left.at(-3), email: 'paul@example.ch' });
  expect(waiting.status).toBe(202);
  expect(storedRows(dataDir, told)).toHaveLength(1);
});

test('a held call covers no time and is told to nobody; its page says so; it is taken back without a mail', async () => {
  const { url, dataDir } = await startOnMonday({ LEADS_PER_MINUTE: '4' });
  await booked(url, { start: '2026-11-26T08:00:00Z', email: 'paul@example.ch' });
  const request = someRequest();
  const answer = await book(url, request);
  const { manage, ...body } = (await answer.json()) as { manage: string };
  expect([answer.status, body]).toEqual([
    202,
    { id: request.id, start: TUESDAY, end: '2026-11-24T08:15:00Z', state: 'held' },
  ]);
  expect((await book(url, request)).status).toBe(202);
  expect(await slots(url)).toContain(TUESDAY);
  const page = async () => (await fetch(`${url}${manage}`)).text();
  expect(await page()).toContain(rendezVous.booked.held.state);
  // A time in the headline would look reserved.
  expect(await page()).toContain(`<h1>${rendezVous.booked.held.title}</h1>`);
  expect(await page()).toContain(rendezVous.booked.held.asked('mardi 24\u00a0novembre à\u00a09h00'));
  expect(await page()).not.toContain(call.settled);
  expect((await fetch(`${url}${manage}.ics`)).status).toBe(404);
  const moved = await sendForm(`${url}${manage}/deplacer`, { start: '2026-11-25T08:00:00Z' });
  expect(moved.status).toBe(409);
  expect((await sendForm(`${url}${manage}/annuler`)).status).toBe(303);
  expect(await page()).toContain(call.cancelledState);
  const about = `SELECT kind FROM messages WHERE booking_id = '${request.id}'`;
  expect(storedRows(dataDir, about)).toEqual([]);
  // It counts among the calls to come of its mailbox no more.
  expect((await book(url, someRequest({ email: 'zoe+1@example.ch' }))).status).toBe(202);
});

test('without JavaScript a call that has to wait leads to the page that says so', async () => {
  const { url } = await startOnMonday({ LEADS_PER_MINUTE: '4' });
  await booked(url, { start: '2026-11-26T08:00:00Z', email: 'paul@example.ch' });
  const { timeZone: _, ...form } = someRequest();
  const answer = await sendForm(`${url}/api/bookings`, form);
  expect(answer.status).toBe(303);
  const page = await fetch(`${url}${answer.headers.get('location')}`);
  expect(await page.text()).toContain(rendezVous.booked.held.state);
});

test('other sites are turned away, and other methods too', async () => {
  const { url } = await startOnMonday();
  expect((await book(url, someRequest(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const { manage } = await booked(url);
  const foreign = { ...HTML, 'sec-fetch-site': 'cross-site' };
  expect((await sendForm(`${url}${manage}/annuler`, {}, foreign)).status).toBe(403);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain(call.state);
  expect((await fetch(`${url}/api/bookings`)).status).toBe(405);
  expect((await fetch(`${url}/api/slots`, { method: 'POST' })).status).toBe(405);
});
