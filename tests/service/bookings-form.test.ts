import { expect, test } from 'vitest';
import { someLead } from '../fakes/leads.ts';
import { storedRows } from '../support/stored-rows.ts';
import { booked, someRequest, startOnMonday, TUESDAY } from './bookings.ts';
import { postForm, postJson, sendForm, sendJson } from './test-server.ts';

test('without JavaScript: a page of radio buttons, a booking, its page', async () => {
  const { url } = await startOnMonday();
  const page = await fetch(`${url}/rendez-vous?name=Zo%C3%A9&email=zoe%40example.ch`);
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  const html = await page.text();
  expect(html).toContain('value="Zoé"');
  expect(html).toContain('type="radio" name="start" value="2026-11-23T12:30:00Z"');
  expect(html).toContain('<legend>lundi <span>23\u00a0novembre</span></legend>');
  expect(html).not.toContain('<script');
  const typed = { ...someRequest(), id: idIn(html) };
  const response = await sendForm(`${url}/api/bookings`, typed);
  const location = response.headers.get('location') ?? '';
  expect([response.status, location]).toEqual([303, expect.stringMatching(/^\/rendez-vous\/[\w-]{32}$/)]);
  // A second click, and later a page that the browser sends once more, book nothing further.
  expect(await sent(url, typed)).toBe(location);
  await sendForm(`${url}${location}/annuler`);
  expect(await sent(url, typed)).toBe(location);
  const anew = { ...typed, id: await freshId(url) };
  expect(await sent(url, anew)).toMatch(/^\/rendez-vous\/[\w-]{32}$/);
});

/** The id that a form carries. */
const idIn = (html: string) => /<input type="hidden" name="id" value="([\w-]{36})"\/>/.exec(html)?.[1] ?? '';
const freshId = async (url: string) => idIn(await (await fetch(`${url}/rendez-vous`)).text());

/** The page on which a form that was sent is to be corrected. */
async function toCorrect(url: string, typed: Record<string, string>): Promise<Response> {
  const refused = await sendForm(`${url}/api/bookings`, typed);
  expect([refused.status, refused.headers.get('location')]).toEqual([422, null]);
  expect(refused.headers.get('cache-control')).toBe('private, no-cache');
  return refused;
}

/** Where the answer to the form leads. */
const sent = async (url: string, typed: Record<string, string>) =>
  (await sendForm(`${url}/api/bookings`, typed)).headers.get('location');

test('whoever knows name, address, number and time does not get to somebody else’s call', async () => {
  const { url } = await startOnMonday({ LEADS_PER_MINUTE: '6' });
  const { id: _id, ...typed } = someRequest();
  expect(await sent(url, { ...typed, id: await freshId(url) })).not.toBeNull();
  const id = await freshId(url);
  for (const others of [{ id }, { id }, {}, { id: await freshId(url) }]) {
    const refused = await sendForm(`${url}/api/bookings`, { ...typed, ...others });
    expect([refused.status, refused.headers.get('location')]).toEqual([409, null]);
    const page = await refused.text();
    expect(page).toContain('votre page est dans l’e\u2011mail de confirmation');
    expect(page).not.toContain('/rendez-vous/');
  }
  const wrong = { ...typed, id, start: '2026-11-29T08:00:00Z' };
  expect((await sendForm(`${url}/api/bookings`, wrong)).status).toBe(409);
  expect((await sendForm(`${url}/api/bookings`, wrong)).status).toBe(429);
});

test('the form keeps its id until it is booked, and gets another once it stands for a call', async () => {
  const { url } = await startOnMonday();
  const typed = { ...someRequest(), id: await freshId(url) };
  const refused = await toCorrect(url, { ...typed, phone: '12' });
  expect(idIn(await refused.text())).toBe(typed.id);
  await sendForm(`${url}/api/bookings`, typed);
  const changed = { ...typed, start: '2026-11-25T08:00:00Z' };
  const conflict = await sendForm(`${url}/api/bookings`, changed);
  const page = await conflict.text();
  expect([conflict.status, page.includes('un appel est déjà réservé')]).toEqual([409, true]);
  expect(page).toContain('checked="" value="2026-11-25T08:00:00Z"');
  expect(await sent(url, { ...changed, id: idIn(page) })).not.toBeNull();
  const garbled = await sendForm(`${url}/api/bookings`, { ...changed, id: '"><b>' });
  expect([garbled.status, idIn(await garbled.text())]).toEqual([422, expect.stringMatching(/^[\w-]{36}$/)]);
});

test('the form comes back with what was typed, as text, what is wrong, and free times', async () => {
  const { url } = await startOnMonday();
  const typed = { start: TUESDAY, name: '"><script>x</script>', email: 'zoe@example.ch', phone: '12' };
  const refused = await toCorrect(url, typed);
  const page = await refused.text();
  expect(refused.status).toBe(422);
  expect(page).toContain('Ce numéro de téléphone n’est pas valable');
  expect(page).toContain('&quot;&gt;&lt;script&gt;');
  expect(page).toContain(`checked="" value="${TUESDAY}"`);
  const { start: _start, ...without } = typed;
  const unchosen = await (await toCorrect(url, without)).text();
  expect(unchosen).toContain('<p class="fault">Choisissez une heure dans la liste.</p>');
  expect(unchosen).toContain('Deux champs doivent être corrigés. Rien n’est encore réservé.');
  // The first that is at fault has the focus.
  expect(unchosen.match(/<input[^>]* autofocus[^>]*/g)).toEqual([expect.stringContaining('name="start"')]);
  expect(page.match(/<input[^>]* autofocus[^>]*/g)).toEqual([expect.stringContaining('id="phone"')]);
  await booked(url);
  const taken = await sendForm(`${url}/api/bookings`, { ...typed, phone: '021 555 01 48' });
  expect(taken.status).toBe(409);
  expect(await taken.text()).toContain('value="2026-11-24T08:30:00Z"');
});

test('whoever comes back to the form after booking comes to the call, also after a fault; to a new form once it is cancelled', async () => {
  const { url } = await startOnMonday();
  const first = await fetch(`${url}/rendez-vous?name=Zo%C3%A9`);
  const typed = { ...someRequest(), id: idIn(await first.text()) };
  expect(new URL(first.url).searchParams.get('id')).toBe(typed.id);
  await toCorrect(url, { ...typed, phone: '12' });
  const call = await sent(url, typed);
  expect(call).toMatch(/^\/rendez-vous\/[\w-]{32}$/);
  const back = await fetch(first.url, { redirect: 'manual' });
  expect([back.status, back.headers.get('location'), back.headers.get('cache-control')]).toEqual([
    ...[303, call, 'no-store'],
  ]);
  // The browser has kept the corrected form: sent once more, it leads to the call too.
  expect(await sent(url, typed)).toBe(call);
  // It has also kept the form with the fault: sent once more, the answer says that a call is booked.
  const stale = await (await toCorrect(url, { ...typed, phone: '12' })).text();
  expect(stale).toContain('Avec ce formulaire, un appel est déjà réservé');
  expect(stale).not.toContain('Rien n’est encore réservé');
  expect(idIn(stale)).not.toBe(typed.id);
  await sendForm(`${url}${call}/annuler`);
  const anew = await fetch(first.url);
  expect(idIn(await anew.text())).not.toBe(typed.id);
  expect(new URL(anew.url).searchParams.get('name')).toBe('Zoé');
});

test('whoever books by an address that was sent to them is alone led to the call', async () => {
  const { url } = await startOnMonday({ TRUST_PROXY: '127.0.0.1' });
  const open = (address: string, client: string) =>
    fetch(address, { headers: { 'x-forwarded-for': client }, redirect: 'manual' });
  const toForm = await open(`${url}/rendez-vous`, '192.0.2.1');
  const address = new URL(toForm.headers.get('location') ?? '', url).href;
  const shown = await open(address, '198.51.100.1');
  expect(shown.status).toBe(200);
  const id = idIn(await shown.text());
  expect(id).not.toBe(new URL(address).searchParams.get('id'));
  expect(await sent(url, { ...someRequest(), id })).toMatch(/^\/rendez-vous\/[\w-]{32}$/);
  for (const own of [address, `${url}/rendez-vous?id=${id}`]) {
    const strangers = await open(own, '192.0.2.1');
    expect([strangers.status, strangers.headers.get('location')]).toEqual([200, null]);
  }
});

test('a form that cannot be asked for anew may be shown again by the browser', async () => {
  const { url } = await startOnMonday();
  await booked(url);
  const taken = await sendForm(`${url}/api/bookings`, { ...someRequest(), id: await freshId(url) });
  const long = await sendForm(`${url}/api/bookings`, { ...someRequest(), name: 'n'.repeat(3_000) });
  const lead = await sendForm(`${url}/api/leads`, { name: 'Zoé', email: 'zoe' });
  for (const [refused, status] of [
    [taken, 409],
    [long, 422],
    [lead, 422],
  ] as const)
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([status, 'private, no-cache']);
});

test('a likely slip in the e-mail is asked about once, and never forced', async () => {
  const { url } = await startOnMonday();
  const typed = { ...someRequest({ email: 'zoe@gmial.com' }), id: await freshId(url) };
  const page = await (await toCorrect(url, typed)).text();
  expect(page.replaceAll('\u2011', '-')).toContain('Plutôt zoe@gmail.com\u202f? Si l’adresse est juste');
  expect(page).toContain('<input type="hidden" name="adresse" value="zoe@gmial.com"/>');
  expect(page).toContain(`checked="" value="${TUESDAY}"`);
  expect(await sent(url, { ...typed, adresse: typed.email })).toMatch(/^\/rendez-vous\/[\w-]{32}$/);
  const lead = await sendForm(`${url}/api/leads`, { name: 'n'.repeat(201), email: 'zoe@gmial.com' });
  expect(await lead.text()).toContain('Plutôt zoe@gmail.com\u202f?');
});

test('of which country a number is, is asked before the call is booked; one button answers, and nothing is lost', async () => {
  const { url, dataDir } = await startOnMonday();
  const numberOf = (id: string) =>
    storedRows(dataDir, 'select phone from bookings where id = ?', id)[0]?.phone;
  for (const [label, phone] of [
    ['France', '+33612345678'],
    ['Suisse', '+41612345678'],
  ] as const) {
    const start = label === 'France' ? TUESDAY : '2026-11-25T09:00:00Z';
    const request = someRequest({ start, phone: '06 12 34 56 78', email: `${label}@gmial.com` });
    const typed = { ...request, id: await freshId(url) };
    const json = await sendJson(`${url}/api/bookings`, request);
    expect([json.status, await json.json()]).toMatchObject([
      422,
      { errors: [{ field: 'phone', choices: [{ label: 'Suisse' }, { label: 'France' }] }] },
    ]);
    const page = await (await toCorrect(url, typed)).text();
    expect(page.replaceAll('\u00a0', '_')).toContain(
      'Suisse (+41_61_234_56_78) ou France (+33_6_12_34_56_78)\u202f?',
    );
    expect(page).toContain('value="06 12 34 56 78"');
    expect(page).toContain(`checked="" value="${start}"`);
    const button = new RegExp(`<button[^>]*value="([^"]+)" name="numero"><span>${label}`).exec(page);
    // Whatever else is asked then, the answer stays.
    const answered = { ...typed, numero: button?.[1] ?? '' };
    const slip = await (await toCorrect(url, answered)).text();
    expect(slip).toContain(`value="${button?.[1]}"`);
    expect(slip).not.toContain('name="numero"');
    expect(await sent(url, { ...answered, adresse: typed.email })).toMatch(/^\/rendez-vous\//);
    expect(numberOf(typed.id)).toBe(phone);
  }
  // Only an answer to the question counts.
  const other = { ...someRequest({ phone: '12' }), id: await freshId(url), numero: '+33 6 12 34 56 78' };
  await toCorrect(url, other);
  const moved = await booked(url, { start: '2026-11-26T09:00:00Z', email: 'lea@example.ch' });
  const asked = await sendForm(`${url}${moved.manage}/numero`, { phone: '07 61 23 45 67' });
  expect([asked.status, await asked.text()]).toEqual([422, expect.stringContaining('>France<')]);
  const answer = { phone: '07 61 23 45 67', numero: '+33 7 61 23 45 67' };
  expect((await sendForm(`${url}${moved.manage}/numero`, answer)).status).toBe(303);
  expect(numberOf(moved.id)).toBe('+33761234567');
});

test('what was typed is in no address of the form that comes back', async () => {
  const { url } = await startOnMonday();
  const refused = await toCorrect(url, { ...someRequest({ phone: '12' }), id: await freshId(url) });
  const page = await refused.text();
  const addresses = [...page.matchAll(/(?:href|action)="(\/[^"]*)"/gi)].map(([, address = '']) => address);
  expect(addresses).toContainEqual(expect.stringContaining('from='));
  expect(addresses.filter((address) => /name=|email=|phone=|Zo%C3|zoe/.test(address))).toEqual([]);
});

/** The lead that a booking belongs to. */
function leadOf(dataDir: string, id: string): unknown {
  return storedRows(dataDir, 'select lead_id from bookings where id = ?', id)[0]?.lead_id;
}

test('a booking is its lead’s by the signed reference, or by name and e-mail, and nobody else’s', async () => {
  const { url, dataDir } = await startOnMonday();
  const lead = someLead();
  const answers = await Promise.all([1, 2].map(() => postJson(url, lead)));
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

test('without scripts the reference goes on from step 2 to the booking, as nothing but a reference', async () => {
  const { url } = await startOnMonday();
  const stored = await postForm(url, { name: 'Zoé Müller', email: 'zoe@example.ch' });
  const step2 = `${url}${stored.headers.get('location')}`;
  const page = await fetch(step2);
  const next = /href="(\/rendez-vous\?ref=[\w-]+)"/.exec(await page.text())?.[1];
  expect([page.headers.get('cache-control'), page.headers.get('etag')]).toEqual(['no-store', null]);
  expect([page.headers.get('no-vary-search'), page.headers.get('referrer-policy')]).toEqual([
    null,
    'no-referrer',
  ]);
  expect(await (await fetch(`${url}${next}`)).text()).toContain('value="zoe@example.ch"');
  for (const query of ['ref=%22%3E%3Cscript%3E', 'ref=', 'ref=a&ref=b', `ref=${'a'.repeat(101)}`, 'name=x']) {
    const plain = await fetch(`${url}/introduction?${query}`);
    expect(await plain.text()).toContain('<a href="/rendez-vous">');
    expect(plain.headers.get('etag')).not.toBeNull();
    // A page that was fetched ahead or before never stands for the one with the reference.
    expect(plain.headers.get('no-vary-search')).toBe('params, except=("ref" "appel")');
  }
});

test('the form goes along to other days, with what was typed in it and nothing of it in an address', async () => {
  const { url } = await startOnMonday();
  const typed = {
    name: 'Zoé',
    email: 'zoe',
    phone: '12',
    id: crypto.randomUUID(),
    start: '2026-11-30T08:00:00Z',
  };
  const answer = await sendForm(`${url}/rendez-vous?from=2026-11-30`, typed);
  const page = await answer.text();
  expect([answer.status, page.includes('value="Zoé"'), page.includes('value="12"')]).toEqual([
    200,
    true,
    true,
  ]);
  expect(page).toContain('<legend>lundi <span>30');
  expect(page).not.toContain('role="alert"');
});
