import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { call } from '#content/call.ts';
import { book, booked, NOW, slots, someRequest, startOnMonday, TUESDAY } from './bookings.ts';
import { sendForm, startServer } from './test-server.ts';

test('the number is corrected without cancelling; the page, the file and the first request know it', async () => {
  const { url } = await startOnMonday();
  const request = someRequest();
  const { manage } = (await (await book(url, request)).json()) as { manage: string };
  const wrong = await sendForm(`${url}${manage}/numero`, { phone: '12 <b>' });
  const again = await wrong.text();
  expect(wrong.status).toBe(422);
  expect(again).toContain('<details id="numero" open="">');
  expect(again).toContain('value="12 &lt;b&gt;"');
  expect(again).toContain('aria-invalid="true"');
  for (const _click of [1, 2]) {
    const response = await sendForm(`${url}${manage}/numero`, { phone: '079 555 01 99' });
    expect([response.status, response.headers.get('location')]).toEqual([303, `${manage}?numero=corrige`]);
  }
  const done = await (await fetch(`${url}${manage}?numero=corrige`)).text();
  expect(done).toMatch(
    /<p class="told" role="status" tabindex="-1" autofocus="">C’est corrigé\u202f: .+ vous appelle au \+41\u00a079\u00a0555\u00a001\u00a099\.</,
  );
  const page = await (await fetch(`${url}${manage}`)).text();
  expect(page).not.toContain('C’est corrigé');
  expect(page).toContain('vous appelle au +41\u00a079\u00a0555\u00a001\u00a099');
  expect(page).toContain('Mardi 24\u00a0novembre<span class="hour">9h00');
  const file = await (await fetch(`${url}${manage}.ics`)).text();
  expect(file).toContain('\r\nSEQUENCE:1\r\n');
  expect(file).toContain('+41 79 555 01 99');
  // The answer to the booking was lost, and its request comes again.
  expect(await (await book(url, request)).json()).toMatchObject({ manage });
});

test('after a move the page says from when to when', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  const page = async () => (await fetch(`${url}${manage}`)).text();
  expect(await page()).not.toContain('Déplacé');
  for (const start of ['2026-11-25T09:00:00Z', '2026-11-26T13:30:00Z'])
    await sendForm(`${url}${manage}/deplacer`, { start });
  await sendForm(`${url}${manage}/numero`, { phone: '079 555 01 99' });
  expect(await page()).toContain(
    'du mercredi 25\u00a0novembre à\u00a010h00 au jeudi 26\u00a0novembre à\u00a014h30',
  );
  await sendForm(`${url}${manage}/annuler`);
  expect(await page()).not.toContain('Déplacé');
});

test('a program that asks for the call’s facts gets them, as the page has them', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  const read = () => fetch(`${url}${manage}`, { headers: { accept: 'application/json' } });
  const response = await read();
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({
    start: TUESDAY,
    end: '2026-11-24T08:15:00Z',
    timeZone: 'Europe/Zurich',
    state: 'booked',
    phone: '+41 21 555 01 48',
  });
  await sendForm(`${url}${manage}/annuler`);
  expect(await (await read()).json()).toMatchObject({ state: 'cancelled' });
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
  const page = await (await fetch(`${url}${manage}`)).text();
  expect(page).toContain(call.cancelledState);
  // Its time is the headline no more.
  expect(page).toContain('<h1>Votre appel est annulé</h1>');
  expect(page).toContain('<s>mardi 24\u00a0novembre à\u00a09h00</s>');
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

test('a move that is not made is explained at the hours, which have the focus', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  const unchosen = await sendForm(`${url}${manage}/deplacer`);
  const page = await unchosen.text();
  expect(unchosen.status).toBe(422);
  expect(page).toMatch(
    /<details id="deplacer" open="">.*<p role="alert">Choisissez une heure dans la liste\.</,
  );
  expect(page.match(/role="alert"/g)).toHaveLength(1);
  expect(page.match(/<input[^>]* autofocus[^>]*/g)).toEqual([expect.stringContaining('name="start"')]);
});

test('a call that has begun is not changed any more', async () => {
  let now = NOW;
  const { url } = await startServer({}, () => now);
  const { manage } = await booked(url);
  now = Date.parse(TUESDAY);
  for (const action of ['annuler', 'deplacer'])
    expect((await sendForm(`${url}${manage}/${action}`, { start: '2026-11-25T09:00:00Z' })).status).toBe(409);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain('L’heure de cet appel est passée');
});

test('with a scheduling provider nothing is booked here; calls that were booked keep their pages', async () => {
  const before = await startOnMonday();
  const { manage } = await booked(before.url);
  await before.stop();
  const provider = { way: 'calendly', page: 'https://calendly.com/atelier/15min' } as const;
  const { url } = await startServer({ DATA_DIR: before.dataDir }, () => NOW, undefined, undefined, provider);

  const link = await fetch(`${url}/rendez-vous?ref=abc&name=Zo%C3%A9&phone=1`, { redirect: 'manual' });
  expect([link.status, link.headers.get('location')]).toEqual([303, '/introduction?name=Zo%C3%A9&ref=abc']);
  const refused = await book(url, someRequest({ start: '2026-11-24T09:00:00Z' }));
  expect([refused.status, refused.headers.get('content-type')]).toEqual([
    404,
    expect.stringContaining('application/problem+json'),
  ]);
  const form = await sendForm(`${url}/api/bookings`, { name: 'Zoé' }, { accept: 'text/html' });
  expect([form.status, await form.text()]).toEqual([404, expect.stringContaining('Rien n’a été réservé')]);

  expect(await (await fetch(`${url}${manage}`)).text()).toContain(call.state);
  expect((await sendForm(`${url}${manage}/annuler`)).status).toBe(303);
  expect(await (await fetch(`${url}${manage}`)).text()).toContain(call.cancelledState);
});
