import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { booked, NOW, slots, startOnMonday, TUESDAY } from './bookings.ts';
import { sendForm, startServer } from './test-server.ts';

test('the page is found by nobody and tells nobody; a GET changes nothing', async () => {
  const { url } = await startOnMonday();
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
  expect(page).toContain('Mardi 24\u00a0novembre');
  expect(page).toContain('de\u00a09h00 à\u00a09h15, heure de Suisse');
  expect(page).toContain('mardi 24\u00a0novembre, de\u00a03h00 à\u00a03h15 (New York)');
  expect((await fetch(`${url}/rendez-vous/${'a'.repeat(32)}`)).status).toBe(404);
});

test('the calendar file says what the page says', async () => {
  const { url } = await startOnMonday({ PUBLIC_URL: 'https://exemple.ch' });
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
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  for (const _click of [1, 2]) {
    const response = await sendForm(`${url}${manage}/annuler`);
    expect([response.status, response.headers.get('location')]).toEqual([303, manage]);
  }
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('C’est annulé');
  expect(await slots(url)).toContain(TUESDAY);
  expect((await sendForm(`${url}${manage}/deplacer`, { start: TUESDAY })).status).toBe(409);
});

test('another site’s page neither changes a call nor uses up its visitor’s tries', async () => {
  const { url } = await startOnMonday({ LEADS_PER_MINUTE: '2' });
  const { manage } = await booked(url);
  const foreign = { 'sec-fetch-site': 'cross-site', accept: 'text/html' };
  for (const start of ['2026-11-24T09:00:00Z', '2026-11-24T10:00:00Z', 'demain'])
    expect((await sendForm(`${url}${manage}/deplacer`, { start }, foreign)).status).toBe(403);
  expect((await sendForm(`${url}${manage}/annuler`, {}, foreign)).status).toBe(403);
  expect((await sendForm(`${url}${manage}/deplacer`, { start: '2026-11-24T09:00:00Z' })).status).toBe(303);
});

test('moved, its old time is free and its page and uid stay', async () => {
  const { url } = await startOnMonday();
  const { manage, calendar } = await booked(url);
  const to = '2026-11-24T09:00:00Z';
  for (const _click of [1, 2]) {
    const response = await sendForm(`${url}${manage}/deplacer`, { start: to });
    expect([response.status, response.headers.get('location')]).toEqual([303, manage]);
  }
  const free = await slots(url);
  expect([free.includes(TUESDAY), free.includes(to)]).toEqual([true, false]);
  const file = await (await fetch(`${url}${calendar}`)).text();
  expect(file).toContain('\r\nSEQUENCE:1\r\n');
  expect(file).toContain('DTSTART:20261124T090000Z');
});

test('a move to a taken time shows the call as it was, and the next free times', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  await booked(url, { start: '2026-11-24T09:00:00Z', email: 'paul@example.ch' });
  const response = await sendForm(`${url}${manage}/deplacer`, { start: '2026-11-24T09:00:00Z' });
  const page = await response.text();
  expect(response.status).toBe(409);
  expect(page).toContain('Cette heure vient d’être prise');
  expect(page).toContain('value="2026-11-24T09:30:00Z"');
  expect(page).toContain('Mardi 24\u00a0novembre<span class="hour">9h00');
  expect((await sendForm(`${url}${manage}/deplacer`, { start: 'x' })).status).toBe(422);
});

test('a call that has begun is not changed any more', async () => {
  let now = NOW;
  const { url } = await startServer({}, () => now);
  const { manage } = await booked(url);
  now = Date.parse(TUESDAY);
  for (const action of ['annuler', 'deplacer'])
    expect((await sendForm(`${url}${manage}/${action}`, { start: '2026-11-25T09:00:00Z' })).status).toBe(409);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('C’est passé');
});
