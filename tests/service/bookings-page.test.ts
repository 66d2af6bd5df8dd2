import { expect, test } from 'vitest';
import { call } from '#content/call.ts';
import { rendezVous } from '#content/pages/rendez-vous.ts';
import { validation } from '#content/pages/validation.ts';
import { STEPS, STEPS_ASKED } from '#domain/steps.ts';
import { OFFICE_ZONE } from '#site/markup.ts';
import { booked, NOW, startOnMonday, TUESDAY } from './bookings.ts';
import { postForm, sendForm, startServer } from './test-server.ts';

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
  expect(page).toContain(call.state);
  expect(page).toContain('Mardi 24\u00a0novembre');
  expect(page).toContain('de\u00a09h00 à\u00a09h15, heure de Suisse');
  expect(page).toContain('mardi 24\u00a0novembre, de\u00a03h00 à\u00a03h15 (New York)');
});

test('whoever comes back after a move finds no hour chosen: the browser restores none', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  const page = await (await fetch(`${url}${manage}`)).text();
  expect(page).toContain(`<form autoComplete="off" action="${manage}/deplacer"`);
  // The number may be filled in by the browser.
  expect(page).toContain(`<form action="${manage}/numero"`);
});

test('the last step shows the call that its address names, to nobody else and not beyond its time', async () => {
  let now = NOW;
  const { url } = await startServer({}, () => now);
  const { manage } = await booked(url);
  const step3 = async (token: string) => {
    const response = await fetch(`${url}/validation?appel=${token}`);
    return { headers: response.headers, page: await response.text() };
  };
  const token = manage.split('/').at(-1) ?? '';
  const { headers, page } = await step3(token);
  for (const words of [
    call.state,
    'mardi 24\u00a0novembre, de\u00a09h00 à\u00a09h15',
    `href="${manage}.ics"`,
    'valider',
  ])
    expect(page).toContain(words);
  expect(page).not.toContain('data-not-booked');
  expect(
    ['cache-control', 'referrer-policy', 'x-robots-tag', 'etag'].map((name) => headers.get(name)),
  ).toEqual([...['no-store', 'no-referrer', 'noindex', null]]);
  const plain = await (await fetch(`${url}/validation`)).text();
  expect(plain).toContain('<h1>Un mot</h1>');
  for (const other of ['', `${token}&appel=${token}`]) expect((await step3(other)).page).toBe(plain);
  for (const other of [`${token}A`, '%00']) {
    const { page: broken } = await step3(other);
    expect(broken).toContain(validation.missing.title);
    expect(broken).not.toContain('9h00');
  }
  now = Date.parse(TUESDAY) + 60 * 60_000;
  const over = (await step3(token)).page;
  expect(over).toContain(validation.over.state('mardi 24\u00a0novembre à\u00a09h00'));
  expect(over).not.toContain('valider');
});

test('the last step says of a call that was cancelled, is over, waits or is unknown what is so', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  await sendForm(`${url}${manage}/annuler`);
  const step3 = async (token = '') => (await fetch(`${url}/validation?appel=${token}`)).text();
  const cancelled = await step3(manage.split('/').at(-1));
  expect(cancelled).toContain(validation.cancelled.state('mardi 24\u00a0novembre à\u00a09h00'));
  const broken = await step3('nulle-part');
  expect(broken).toContain(validation.missing.title);
  expect(cancelled).not.toContain('valider');
  expect(broken).toContain('valider');
  for (const page of [cancelled, broken]) {
    expect(page).toContain(`<a href="/introduction">${validation.notBooked.book}</a>`);
    // Step 2 is not done.
    expect(page).toContain('data-not-booked=""');
    expect(page).not.toContain(call.settled);
  }
});

test('after a call that was cancelled another is booked as the same person', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const ref = new URL(stored.headers.get('location') ?? '', url).searchParams.get('ref') ?? '';
  const { manage } = await booked(url, { lead: ref });
  await sendForm(`${url}${manage}/annuler`);
  const step3 = await (await fetch(`${url}/validation?appel=${manage.split('/').at(-1)}`)).text();
  const again = /href="(\/introduction\?ref=[\w-]+)"/.exec(step3)?.[1];
  expect(await (await fetch(`${url}${again}`)).text()).toContain(`/rendez-vous?ref=`);
});

test('whoever comes back to the form by the reference of a lead is told of its call while that stands, and nobody else', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const ref = new URL(stored.headers.get('location') ?? '', url).searchParams.get('ref') ?? '';
  const page = async (query: string) => (await fetch(`${url}/rendez-vous${query}`)).text();
  expect(await page(`?ref=${ref}`)).not.toContain(call.settled);
  const { manage } = await booked(url, { lead: ref });
  const told = await page(`?ref=${ref}`);
  expect(told).toContain('C’est le mardi 24\u00a0novembre à\u00a09h00.');
  // The reference is in mails and addresses; the secret of the call's page is not given for it.
  expect(told).not.toContain(manage);
  for (const query of ['', `?ref=${ref}x`, '?email=zoe@example.ch'])
    expect(await page(query)).not.toContain(call.settled);
  expect((await sendForm(`${url}${manage}/annuler`)).status).toBe(303);
  expect(await page(`?ref=${ref}`)).not.toContain(call.settled);
});

test('the audit is ticked in the progress of whoever has asked for it, and of nobody else', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const ref = new URL(stored.headers.get('location') ?? '', url).searchParams.get('ref') ?? '';
  const stranger = await booked(url, { email: 'autre@example.ch' });
  const mine = await booked(url, { lead: ref, start: '2026-11-24T10:00:00Z' });
  const steps = async (path: string) =>
    /<ol data-steps="(.*?)">/.exec(await (await fetch(`${url}${path}`)).text())?.[1];
  for (const [isAsked, { manage }, query] of [
    ['asked', mine, `?ref=${ref}`],
    ['', stranger, `?ref=${ref}x`],
    ['', stranger, ''],
  ] as const) {
    const token = manage.split('/').at(-1);
    for (const path of [
      manage,
      `/validation?appel=${token}`,
      `/introduction${query}`,
      `/rendez-vous${query}`,
    ])
      expect([path, await steps(path)]).toEqual([path, isAsked]);
  }
  const refused = await sendForm(`${url}/api/bookings`, { lead: ref });
  expect(await refused.text()).toContain('<ol data-steps="asked">');
  // Booked is confirmed: nothing is called a last step that is left to do.
  const page = await (await fetch(`${url}${mine.manage}`)).text();
  expect(page).toContain('<ol data-steps="asked">3');
  expect(page).not.toMatch(/dernière étape/i);
});

test('whoever books with a name and e-mail alone learns nothing of the lead that has them, and is handed no reference', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const lead = new URL(stored.headers.get('location') ?? '', url).searchParams.get('ref') ?? '';
  const { manage } = await booked(url);
  const brought = await booked(url, { start: '2026-11-24T09:00:00Z', lead });
  const pages = (path: string) =>
    Promise.all(
      [path, `/validation?appel=${path.split('/').at(-1)}`].map(async (page) =>
        (await fetch(`${url}${page}`)).text(),
      ),
    );
  // Its progress says that the audit was asked for.
  const asked = `${STEPS}="${STEPS_ASKED}"`;
  for (const page of await pages(brought.manage)) expect(page).toContain(asked);
  for (const page of await pages(manage)) expect(page).not.toContain(asked);
  await sendForm(`${url}${manage}/annuler`);
  for (const page of await pages(manage)) expect(page).not.toContain('?ref=');
});

test('whoever books another call after cancelling is known as before', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const lead = new URL(stored.headers.get('location') ?? '', url).searchParams.get('ref') ?? '';
  const { manage } = await booked(url, { lead });
  const page = async (path: string) => (await fetch(`${url}${path}`)).text();
  expect(await page(manage)).not.toContain('?ref=');
  await sendForm(`${url}${manage}/annuler`);
  const another = /href="(\/rendez-vous\?ref=[\w-]+)"/.exec(await page(manage))?.[1];
  expect(await page(another ?? '/rendez-vous')).toContain('value="zoe@example.ch"');
});

test('a broken link gets a page that says in French what to do', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url);
  for (const path of [`${manage}A`, manage.slice(0, -4), `${manage}%20.ics`, '/rendez-vous/%C3%A9']) {
    const response = await fetch(`${url}${path}`, { headers: { accept: 'text/html' } });
    const page = (await response.text()).replaceAll('\u2011', '-');
    expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 404, 'noindex']);
    for (const line of [rendezVous.missing.title, ...rendezVous.missing.todo]) expect(page).toContain(line);
  }
  const moving = await sendForm(`${url}${manage}A/deplacer`, { start: TUESDAY });
  expect([moving.status, (await moving.text()).includes(rendezVous.missing.title)]).toEqual([404, true]);
});

test('where the visitor’s clock shows other hours, a call is moved by these, with the office’s beside them', async () => {
  const { url } = await startOnMonday();
  const { manage } = await booked(url, { timeZone: 'Asia/Tokyo' });
  const page = await (await fetch(`${url}${manage}?from=2026-11-25`)).text();
  // 16h30 in Switzerland is the next day in Tokyo.
  expect(page).toContain('<time dateTime="2026-11-25T15:30:00Z">0h30</time> <small>16h30</small>');
  expect(page).toContain('Vos heures (Tokyo). En dessous, celles de la Suisse.');
  const days = [...page.matchAll(/<legend>(\S+) <span>(\d+)/g)].map(([, , date]) => date);
  expect(days).toEqual(['25', '26', '27', '28', '30']);
  const first = page.slice(page.indexOf('<legend>mercredi'), page.indexOf('<legend>jeudi'));
  expect(first).toContain('2026-11-24T15:00:00Z');
  expect(first).not.toContain('2026-11-24T14:30:00Z');
  const atHome = await booked(url, { start: '2026-11-24T10:00:00Z', timeZone: 'Europe/Paris' });
  const plain = await (await fetch(`${url}${atHome.manage}`)).text();
  expect(plain).toContain('Les heures sont celles de la Suisse.');
  expect(plain).not.toContain('<small>');
});

test('where nobody knows the visitor’s time zone, the page of the call finds it out, and keeps it', async () => {
  const { url } = await startOnMonday();
  const read = async (path: string) => ({ page: await (await fetch(`${url}${path}`)).text() });
  const known = await booked(url);
  expect((await read(known.manage)).page).not.toContain(OFFICE_ZONE);
  const { manage } = await booked(url, { timeZone: undefined, start: '2026-11-24T10:00:00Z' });
  const asking = `<template ${OFFICE_ZONE}="Europe/Zurich"></template>`;
  expect((await read(manage)).page).toContain(asking);
  const there = await read(`${manage}?timeZone=Asia%2FTokyo`);
  expect(there.page).not.toContain(OFFICE_ZONE);
  expect(there.page).toContain('Vos heures (Tokyo). En dessous, celles de la Suisse.');
  expect(there.page).toContain('mardi 24\u00a0novembre, de\u00a019h00 à\u00a019h15 (Tokyo)');
  expect(there.page).toContain('?from=2026-11-28&amp;timeZone=Asia%2FTokyo#deplacer');
  const move = `${manage}/deplacer?timeZone=Asia%2FTokyo`;
  expect(there.page).toContain(`action="${move}"`);
  const taken = await (await sendForm(`${url}${move}`, { start: TUESDAY })).text();
  expect(taken).toContain('Vos heures (Tokyo).');
  const moved = await sendForm(`${url}${move}`, { start: '2026-11-24T12:30:00Z' });
  expect(moved.headers.get('location')).toBe(manage);
  expect((await read(`${manage}?timeZone=%22%3E`)).page).toContain(asking);
});
