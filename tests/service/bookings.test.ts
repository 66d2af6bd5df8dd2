import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { someLead } from '../fakes/leads.ts';
import { startServer } from './test-server.ts';

/** A Monday morning at the office, 9h00. */
const NOW = Date.parse('2026-11-23T08:00:00Z');
const TUESDAY = '2026-11-24T08:00:00Z';
const HTML = { accept: 'text/html,application/xhtml+xml' };

const start = (environment = {}) => startServer(environment, () => NOW);

function someRequest(overrides: Record<string, unknown> = {}) {
  return {
    id: crypto.randomUUID(),
    start: TUESDAY,
    name: 'Zoé Müller',
    email: 'zoe@example.ch',
    phone: '021 555 01 48',
    timeZone: 'America/New_York',
    ...overrides,
  };
}

const book = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${url}/api/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

const form = (address: string, fields: Record<string, string> = {}, headers: Record<string, string> = HTML) =>
  fetch(address, { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' });

async function slots(url: string, query = 'from=2026-11-24&days=1') {
  const response = await fetch(`${url}/api/slots?${query}`);
  return ((await response.json()) as { slots: string[] }).slots;
}

/** A booked call, by its page's path. */
async function booked(url: string, overrides: Record<string, unknown> = {}) {
  const response = await book(url, someRequest(overrides));
  expect(response.status).toBe(201);
  return (await response.json()) as { id: string; manage: string; calendar: string };
}

test('free times by the office’s days, in UTC', async () => {
  const { url } = await start();
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
  const { url } = await start();
  for (const query of ['from=demain', 'from=2026-02-30', 'days=0', 'days=32', 'days=1.5', 'days=1&days=2']) {
    const response = await fetch(`${url}/api/slots?${query}`);
    expect([query, response.status]).toEqual([query, 422]);
    expect(await response.json()).toMatchObject({ errors: [{ field: query.slice(0, 4) }] });
  }
});

test('201, then the time is gone from the list; the same again is 200 and the same booking', async () => {
  const { url, log } = await start();
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
  const { url } = await start();
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
  const { url } = await start();
  const request = someRequest();
  await book(url, request);
  const response = await book(url, { ...request, name: 'Autre' });
  expect([response.status, await response.json()]).toEqual([
    409,
    expect.objectContaining({ detail: 'Cet identifiant désigne déjà une autre réservation.' }),
  ]);
});

test('of 200 who want one time at once one gets it, and 199 see the next free ones', async () => {
  const { url } = await start({ LEADS_PER_MINUTE: '1000' });
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
  ['email', 'zoe'],
  ['name', ' '],
  ['name', 'a\u0000b'],
  ['start', 'demain'],
  ['start', '2026-11-24T08:00:00+01:00'],
  ['start', 1_764_000_000_000],
  ['id', '1'],
];

test('422 names what is wrong, whatever was sent; a time zone that nobody knows is left out', async () => {
  const { url } = await start();
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
  const { url } = await start({ LEADS_PER_MINUTE: '1' });
  const request = someRequest();
  await book(url, request);
  const response = await book(url, someRequest({ start: '2026-11-24T09:00:00Z' }));
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await book(url, request)).status).toBe(200);
});

test('one address holds two calls to come, not three', async () => {
  const { url } = await start();
  const { manage } = await booked(url);
  await booked(url, { start: '2026-11-24T09:00:00Z', email: 'ZOE@example.ch' });
  const third = () => book(url, someRequest({ start: '2026-11-24T10:00:00Z' }));
  expect((await third()).status).toBe(422);
  await form(`${url}${manage}/annuler`);
  expect((await third()).status).toBe(201);
});

test('other sites are turned away, and other methods too', async () => {
  const { url } = await start();
  expect((await book(url, someRequest(), { 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  const { manage } = await booked(url);
  const foreign = { ...HTML, 'sec-fetch-site': 'cross-site' };
  expect((await form(`${url}${manage}/annuler`, {}, foreign)).status).toBe(403);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('C’est réservé');
  expect((await fetch(`${url}/api/bookings`)).status).toBe(405);
  expect((await fetch(`${url}/api/slots`, { method: 'POST' })).status).toBe(405);
});

test('the page is found by nobody and tells nobody; a GET changes nothing', async () => {
  const { url } = await start();
  const { manage, calendar } = await booked(url);
  for (const path of [manage, calendar]) {
    const { status, headers } = await fetch(`${url}${path}`);
    expect([path, status, headers.get('cache-control'), headers.get('referrer-policy')]).toEqual([
      path,
      200,
      'no-store',
      'no-referrer',
    ]);
    expect(headers.get('x-robots-tag')).toBe('noindex');
  }
  for (const action of ['annuler', 'deplacer']) await fetch(`${url}${manage}/${action}`);
  const page = await (await fetch(`${url}${manage}`)).text();
  expect(page).toContain('C’est réservé');
  expect(page).toContain('Mardi 24 novembre');
  expect(page).toContain('9h00 – 9h15, heure de Suisse');
  expect(page).toContain('mardi 24 novembre, 3h00 – 3h15 (New York)');
  expect((await fetch(`${url}/rendez-vous/${'a'.repeat(32)}`)).status).toBe(404);
});

test('the calendar file says what the page says', async () => {
  const { url } = await start({ PUBLIC_URL: 'https://exemple.ch' });
  const { id, calendar, manage } = await booked(url);
  const response = await fetch(`${url}${calendar}`, { headers: { host: 'exemple.ch' } });
  expect(response.headers.get('content-type')).toContain('text/calendar');
  const file = new ICAL.Component(ICAL.parse(await response.text()));
  const event = new ICAL.Event(file.getFirstSubcomponent('vevent') as InstanceType<typeof ICAL.Component>);
  expect([event.uid, event.startDate.toJSDate().toISOString(), event.attendees]).toEqual([
    `appel-${id}@exemple.ch`,
    '2026-11-24T08:00:00.000Z',
    [],
  ]);
  expect(event.description).toContain(`https://exemple.ch${manage}`);
});

test('cancelled, its time is free again, and a second click is no fault', async () => {
  const { url } = await start();
  const { manage } = await booked(url);
  for (const _click of [1, 2]) {
    const response = await form(`${url}${manage}/annuler`);
    expect([response.status, response.headers.get('location')]).toEqual([303, manage]);
  }
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('C’est annulé');
  expect(await slots(url)).toContain(TUESDAY);
  expect((await form(`${url}${manage}/deplacer`, { start: TUESDAY })).status).toBe(409);
});

test('moved, its old time is free and its page and uid stay', async () => {
  const { url } = await start();
  const { manage, calendar } = await booked(url);
  const to = '2026-11-24T09:00:00Z';
  for (const _click of [1, 2]) {
    const response = await form(`${url}${manage}/deplacer`, { start: to });
    expect([response.status, response.headers.get('location')]).toEqual([303, manage]);
  }
  const free = await slots(url);
  expect([free.includes(TUESDAY), free.includes(to)]).toEqual([true, false]);
  const file = await (await fetch(`${url}${calendar}`)).text();
  expect(file).toContain('\r\nSEQUENCE:1\r\n');
  expect(file).toContain('DTSTART:20261124T090000Z');
});

test('a move to a taken time shows the call as it was, and the next free times', async () => {
  const { url } = await start();
  const { manage } = await booked(url);
  await booked(url, { start: '2026-11-24T09:00:00Z', email: 'paul@example.ch' });
  const response = await form(`${url}${manage}/deplacer`, { start: '2026-11-24T09:00:00Z' });
  const page = await response.text();
  expect(response.status).toBe(409);
  expect(page).toContain('Cette heure vient d’être prise');
  expect(page).toContain('value="2026-11-24T09:30:00Z"');
  expect(page).toContain('Mardi 24 novembre<span class="hour">9h00');
  expect((await form(`${url}${manage}/deplacer`, { start: 'x' })).status).toBe(422);
});

test('a call that has begun is not changed any more', async () => {
  let now = NOW;
  const { url } = await startServer({}, () => now);
  const { manage } = await booked(url);
  now = Date.parse(TUESDAY);
  for (const action of ['annuler', 'deplacer'])
    expect((await form(`${url}${manage}/${action}`, { start: '2026-11-25T09:00:00Z' })).status).toBe(409);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('C’est passé');
});

test('without JavaScript: a page of radio buttons, a booking, its page', async () => {
  const { url } = await start();
  const page = await fetch(`${url}/rendez-vous?name=Zo%C3%A9&email=zoe%40example.ch`);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const html = await page.text();
  expect(html).toContain('value="Zoé"');
  expect(html).toContain('type="radio" name="start" value="2026-11-23T12:30:00Z"');
  expect(html).toContain('<legend>lundi <span>23 novembre</span></legend>');
  expect(html).not.toContain('<script');
  const { id: _id, ...typed } = someRequest();
  const response = await form(`${url}/api/bookings`, typed as Record<string, string>);
  const location = response.headers.get('location') ?? '';
  expect([response.status, location]).toEqual([303, expect.stringMatching(/^\/rendez-vous\/[\w-]{32}$/)]);
  const again = await form(`${url}/api/bookings`, typed as Record<string, string>);
  expect(again.headers.get('location')).toBe(location);
  await form(`${url}${location}/annuler`);
  const anew = await form(`${url}/api/bookings`, typed as Record<string, string>);
  expect([anew.status, anew.headers.get('location') === location]).toEqual([303, false]);
});

test('the form comes back with what was typed, as text, what is wrong, and free times', async () => {
  const { url } = await start();
  const typed = { start: TUESDAY, name: '"><script>x</script>', email: 'zoe@example.ch', phone: '12' };
  const refused = await form(`${url}/api/bookings`, typed);
  const page = await refused.text();
  expect(refused.status).toBe(422);
  expect(page).toContain('Ce numéro de téléphone n’existe pas');
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect(page).toContain(`value="${TUESDAY}" required checked`);
  await booked(url);
  const taken = await form(`${url}/api/bookings`, { ...typed, phone: '021 555 01 48' });
  expect(taken.status).toBe(409);
  expect(await taken.text()).toContain('value="2026-11-24T08:30:00Z"');
});

/** The lead that a booking belongs to. */
function leadOf(dataDir: string, id: string): unknown {
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { readOnly: true });
  try {
    return db.prepare('select lead_id from bookings where id = ?').get(id)?.lead_id;
  } finally {
    db.close();
  }
}

test('a booking is its lead’s by the signed reference, or by name and e-mail, and nobody else’s', async () => {
  const { url, dataDir } = await start();
  const lead = someLead();
  const answers = await Promise.all(
    [1, 2].map(() =>
      fetch(`${url}/api/leads`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(lead),
      }),
    ),
  );
  const { name, email } = lead;
  const references = await Promise.all(
    answers.map(async (answer) => ((await answer.json()) as { reference: string }).reference),
  );
  for (const [index, reference] of references.entries()) {
    const hour = `2026-11-24T0${8 + index}:00:00Z`;
    const other = await booked(url, { lead: reference, email: 'autre@example.ch', start: hour });
    expect(leadOf(dataDir, other.id)).toBe(lead.id);
  }
  const page = await (await fetch(`${url}/rendez-vous?ref=${references[0]}`)).text();
  expect(page).toContain(`value="${email}"`);
  expect(await (await fetch(`${url}/rendez-vous?ref=${references[0]}x`)).text()).not.toContain(email);

  const same = await booked(url, { name, email: email.toUpperCase(), start: '2026-11-25T08:00:00Z' });
  expect(leadOf(dataDir, same.id)).toBe(lead.id);
  const namesake = await booked(url, { name: 'Autre Nom', email, start: '2026-11-25T09:00:00Z' });
  expect(leadOf(dataDir, namesake.id)).toBeNull();
});
