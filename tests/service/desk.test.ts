import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { desk as words } from '#content/pages/desk.ts';
import { storedRows } from '../support/stored-rows.ts';
import { raw } from './raw.ts';
import { HTML, postJson, sendForm, sendJson, someLead, startServer } from './test-server.ts';

/** A running desk, and the browser that opened it with its key. */
async function openDesk(starting: ReturnType<typeof startServer> = startServer()) {
  const server = await starting;
  const { opsUrl, dataDir } = server;
  const [row] = storedRows<{ value: string }>(dataDir, `SELECT value FROM secrets WHERE name = 'desk'`);
  const entry = await fetch(`${opsUrl}/?key=${row?.value}`, { redirect: 'manual' });
  const cookie = entry.headers.get('set-cookie')?.split(';')[0] ?? '';
  const get = (path: string, headers = {}) =>
    fetch(opsUrl + path, { headers: { ...HTML, cookie, ...headers } });
  const page = async (path: string) => (await get(path)).text();
  const token = (await page('/sante')).match(/name="token" value="([^"]+)"/)?.[1] ?? '';
  const post = (fields: Readonly<Record<string, string>>, headers = {}) =>
    sendForm(`${opsUrl}/faire`, { token, back: '/', ...fields }, { ...HTML, cookie, ...headers });
  return { ...server, entry, cookie, get, page, post };
}

const marks = (dataDir: string) =>
  storedRows(dataDir, `SELECT kind, detail FROM lead_events WHERE "by" = 'owner' ORDER BY at`);

test('the desk opens with its key alone, from this machine alone', async () => {
  const { opsUrl, entry, cookie, get } = await openDesk();
  expect([entry.status, entry.headers.get('location')]).toEqual([303, '/']);
  expect(entry.headers.get('set-cookie')).toMatch(/; HttpOnly; SameSite=Strict$/);
  const opened = await get('/');
  expect(opened.status).toBe(200);
  expect(Object.fromEntries(opened.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
  });
  const [until = '', proof = ''] = cookie.slice('oui48_desk='.length).split('.');
  for (const wrong of ['', 'oui48_desk=1', `oui48_desk=${Number(until) + 1}.${proof}`]) {
    const shut = await fetch(opsUrl, { headers: { ...HTML, cookie: wrong } });
    expect([shut.status, (await shut.text()).includes('./oui desk')]).toEqual([403, true]);
  }
  for (const path of ['/contacts', '/appels', '/sante', '/evenements', '/?key=false'])
    expect((await fetch(opsUrl + path)).status, path).toBe(403);
  const rebound = `GET / HTTP/1.1\r\nHost: bureau.example\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`;
  expect(await raw(opsUrl, rebound)).toMatch(/^HTTP\/1\.1 403 /);
  expect((await fetch(`${opsUrl}/healthz`)).status).toBe(200);
});

test('a page of another site, and a link, change nothing', async () => {
  const { url, dataDir, post, page, get } = await openDesk();
  const from = (source: string) => `${url}/sales?utm_source=${encodeURIComponent(source)}`;
  const lead = someLead({ name: '<script>alert(1)</script>\u202e', url: from('<script>alert(2)</script>') });
  for (const one of [lead, someLead({ url: from('=HYPERLINK(1)') })]) await postJson(url, one);
  const answer = { do: 'repondu', lead: lead.id };
  for (const headers of [
    { origin: 'https://mal.example' },
    { 'sec-fetch-site': 'cross-site' },
    { cookie: '' },
  ])
    expect((await post(answer, headers)).status).toBe(403);
  expect((await post({ ...answer, token: 'x' })).status).toBe(403);
  expect((await get(`/faire?${new URLSearchParams(answer)}`)).status).toBe(404);
  expect(marks(dataDir)).toEqual([]);
  const back = await post({ ...answer, do: 'x', back: '//mal.example' });
  expect(back.status).toBe(422);
  const html = (await page('/')) + (await page(`/contacts/${lead.id}`)) + (await page('/entonnoir'));
  const csv = await page('/entonnoir.csv?table=provenances');
  expect(csv).toContain('HYPERLINK'.toLowerCase());
  expect(csv).not.toMatch(/(^|;)"[=+@-]/m);
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).not.toMatch(/<script>alert|\u202e/);
});

test('a contact whose mailbox does not exist is said to be so, one whose mailbox is full is not', async () => {
  const { url, dataDir, page } = await openDesk();
  const lead = someLead();
  await postJson(url, lead);
  const mails = "from messages where recipient = 'visitor' and state = ?";
  await expect.poll(() => storedRows(dataDir, `select id ${mails}`, 'sent')).toHaveLength(1);
  const told = () => page(`/contacts/${lead.id}`);
  expect(await told()).not.toContain(words.contacts.noMailbox);
  const fail = (why: string) => {
    const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 10_000 });
    db.prepare("update messages set state = 'failed', last_error = ? where recipient = 'visitor'").run(why);
    db.close();
  };
  fail("Can't send mail - all recipients were rejected: 550 5.1.1 <zoe@example.ch>: user unknown");
  expect(await told()).toContain(words.contacts.noMailbox);
  fail("Can't send mail - all recipients were rejected: 552 5.2.2 mailbox full");
  expect(await told()).not.toContain(words.contacts.noMailbox);
});

test('contacts are listed from a day on as the office counts days', async () => {
  const { url, dataDir, page } = await openDesk();
  const lead = someLead();
  await postJson(url, lead);
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 10_000 });
  // Half past midnight on 1 April in Lausanne, still 31 March in UTC.
  db.prepare('update leads set created_at = ?').run(Date.parse('2026-03-31T22:30:00Z'));
  db.close();
  expect(await page('/contacts?depuis=2026-04-01')).toContain(lead.id);
  expect(await page('/contacts?depuis=2026-04-02')).not.toContain(lead.id);
});

test('an answer is noted once, whoever notes it at the same moment, and can be taken back', async () => {
  const { url, dataDir, post, page } = await openDesk();
  const [zoe, namesake] = [someLead(), someLead({ email: 'zoe@autre.example' })];
  for (const lead of [zoe, namesake]) expect((await postJson(url, lead)).status).toBe(201);
  const waiting = async () => (await page('/')).match(/Zoé Müller/g)?.length;
  await expect.poll(waiting).toBe(2);
  const won = { do: 'gagne', amount: '1’500', lead: zoe.id };
  const answers = await Promise.all([post(won), post(won), post(won)]);
  // The server may handle the three requests in any order: one stores the answer, the others find it stored.
  const places = answers.map(({ headers }) => headers.get('location') ?? '');
  const done = places.find((place) => place.includes('fait=gagne'));
  expect(marks(dataDir)).toEqual([{ kind: 'won', detail: '{"amount":1500}' }]);
  expect(await waiting()).toBe(1);
  const notice = await page(done ?? '');
  expect(notice).toContain(words.done.gagne);
  const mark = notice.match(/name="mark" value="([^"]+)"/)?.[1] ?? '';
  const undone = await Promise.all([post({ do: 'annuler', mark }), post({ do: 'annuler', mark })]);
  expect(undone.map(({ headers }) => headers.get('location')).toSorted()).toEqual([
    '/?fait=annuler',
    '/?pas=late',
  ]);
  expect(marks(dataDir)).toEqual([]);
  expect(await waiting()).toBe(2);
  expect((await post({ ...won, amount: 'beaucoup' })).headers.get('location')).toBe('/?pas=amount');
});

test('a held lead is let go, another held, an address corrected, a person erased with every lead of hers', async () => {
  const { url, dataDir, post, page } = await openDesk();
  const [spam, zoe, again] = [someLead({ name: 'Suspecte', email: 's@example.ch' }), someLead(), someLead()];
  await postJson(url, { ...spam, commentaire: 'x' });
  for (const lead of [zoe, again]) await postJson(url, lead);
  const states = () =>
    storedRows(
      dataDir,
      'SELECT name, email, held_because IS NOT NULL AS held FROM leads JOIN outbox ON lead_id = id ORDER BY name',
    );
  expect(await page('/contacts?etat=held')).toContain('Suspecte');
  const to = async (fields: Record<string, string>) => (await post(fields)).headers.get('location');
  expect(await to({ do: 'laisser', lead: spam.id })).toBe('/?fait=laisser');
  expect(await to({ do: 'laisser', lead: spam.id })).toBe('/?pas=state');
  expect(await to({ do: 'retenir', lead: spam.id })).toBe('/?fait=retenir');
  expect(await to({ do: 'corriger', lead: spam.id, email: 'sus@example' })).toBe('/?pas=email');
  expect(await to({ do: 'corriger', lead: spam.id, email: 'suspecte@example.ch' })).toBe('/?fait=corriger');
  expect(await page(`/contacts/${zoe.id}/effacer`)).toContain('zoe@example.ch');
  expect(await to({ do: 'effacer', lead: zoe.id, back: '/effacements' })).toBe('/effacements?fait=effacer');
  const receipt = await page('/effacements?fait=effacer');
  expect(receipt).toContain('sauvegardes faites avant');
  expect(receipt).not.toContain('zoe@example.ch');
  expect(states()).toEqual([{ name: 'Suspecte', email: 'suspecte@example.ch', held: 1 }]);
  expect((await post({ do: 'repondu', lead: again.id })).status).toBe(410);
});

test('an hour is blocked once, nobody can book it, and it is freed', async () => {
  const { url, dataDir, post, page } = await openDesk();
  const slots = async () => {
    const day = new Date().toISOString().slice(0, 10);
    const answer = await fetch(`${url}/api/slots?from=${day}&days=14`);
    return ((await answer.json()) as { slots: string[] }).slots.map((slot) => Date.parse(slot));
  };
  const HOUR = 3_600_000;
  const first = (await slots()).at(-1) ?? 0;
  const start = first - (first % HOUR);
  const within = (all: readonly number[]) => all.filter((one) => one >= start && one < start + HOUR).length;
  const before = within(await slots());
  const to = async (what: string) => (await post({ do: what })).headers.get('location');
  const both = await Promise.all([to(`bloquer ${start}`), to(`bloquer ${start}`)]);
  expect(both.toSorted()).toEqual(['/?fait=bloquer', '/?pas=already']);
  expect([before > 0, within(await slots())]).toEqual([true, 0]);
  const week = new Date(start).toISOString().slice(0, 10);
  expect(await page(`/appels?semaine=${week}`)).toContain(`value="liberer ${start}"`);
  expect(await to(`liberer ${start}`)).toBe('/?fait=liberer');
  expect(within(await slots())).toBe(before);
  expect(await to(`bloquer ${start + 1}`)).toBe('/?pas=state');
  expect(storedRows(dataDir, 'SELECT * FROM blocked_hours')).toEqual([]);
});

test('a whole day of the calendar keeps calls away until she frees its kind, by a word of the title', async () => {
  const NOW = Date.parse('2026-11-23T08:00:00Z');
  const day = (title: string, date: string) =>
    `BEGIN:VEVENT\r\nUID:${title}\r\nSUMMARY:${title}\r\nDTSTART;VALUE=DATE:${date}\r\nEND:VEVENT\r\n`;
  const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${day('Anniversaire de Zoé', '20261126')}${day('Vacances', '20261127')}END:VCALENDAR\r\n`;
  const feed = createServer((_request, response) => response.end(text)).listen(0, '127.0.0.1');
  onTestFinished(() => void feed.close());
  await new Promise((resolve) => feed.once('listening', resolve));
  const network = {
    resolve: async () => ['192.0.66.1'],
    connect: (_address: string, port: number) => connect(port, '127.0.0.1'),
  };
  const calendar = `http://agenda.example:${(feed.address() as AddressInfo).port}/a.ics`;
  const { url, post, page } = await openDesk(
    startServer({ OWNER_CALENDAR_URL: calendar }, () => NOW, undefined, network),
  );
  const daysFree = async () => {
    const answer = await fetch(`${url}/api/slots?from=2026-11-26&days=2`);
    return new Set(((await answer.json()) as { slots: string[] }).slots.map((slot) => slot.slice(0, 10)));
  };
  expect(await daysFree()).toEqual(new Set());
  const shown = await page('/appels?semaine=2026-11-23');
  expect(shown).toMatch(
    /<strong>Jeudi\s26\snovembre<\/strong><span>Occupé<\/span><\/p><h4[^>]*>Anniversaire de Zoé/,
  );
  const to = async (what: string, chosen: string) =>
    (await post({ do: what, words: chosen })).headers.get('location');
  expect(await to('liberer-jours', ' a ')).toBe('/?pas=short');
  expect(await to('liberer-jours', ' anniversaire ')).toBe('/?fait=liberer-jours');
  expect(await to('liberer-jours', 'Anniversaires')).toBe('/?pas=already');
  expect(await daysFree()).toEqual(new Set(['2026-11-26']));
  expect(await page('/appels?semaine=2026-11-23')).toContain(words.calls.calendar.free('anniversaire'));
  expect(await to('compter-jours', 'anniversaire')).toBe('/?fait=compter-jours');
  expect(await daysFree()).toEqual(new Set());
});

test('calls that somebody has booked to fill the calendar are cancelled at once, after a look at whose they are', async () => {
  const { url, dataDir, post, page } = await openDesk();
  const day = new Date().toISOString().slice(0, 10);
  const { slots } = (await (await fetch(`${url}/api/slots?from=${day}&days=14`)).json()) as {
    slots: string[];
  };
  const book = (start: string | undefined, email: string) =>
    sendJson(`${url}/api/bookings`, {
      id: crypto.randomUUID(),
      start,
      name: 'Nul',
      email,
      phone: '021 555 01 48',
    });
  for (const [index, email] of ['a@example.ch', 'b@example.ch'].entries())
    expect((await book(slots[index * 4], email)).status).toBe(201);
  const calls = await page('/appels');
  expect(calls).toContain('a@example.ch');
  const [, what = ''] = /value="(annuler-afflux [0-9-]+)"/.exec(calls) ?? [];
  // Booked by somebody else after the page was shown.
  const later = await book(slots[12], 'claire@example.ch');
  expect(later.status).toBe(201);
  expect((await post({ do: what })).headers.get('location')).toBe('/?fait=annuler-afflux');
  const rows = storedRows(dataDir, 'SELECT email, state, abuse FROM bookings ORDER BY email');
  expect(rows).toEqual([
    { email: 'a@example.ch', state: 'cancelled', abuse: 1 },
    { email: 'b@example.ch', state: 'cancelled', abuse: 1 },
    { email: 'claire@example.ch', state: 'booked', abuse: 0 },
  ]);
  expect((await post({ do: what })).headers.get('location')).toBe('/?pas=over');
  expect((await post({ do: 'annuler-afflux x' })).headers.get('location')).toBe('/?pas=state');
});

test('the made-up rows are in a desk of their own, which changes nothing here', async () => {
  const { url, opsUrl, dataDir, post, page, cookie } = await openDesk();
  const lead = someLead({ name: 'Personne Vraie' });
  await postJson(url, lead);
  expect((await fetch(`${opsUrl}/exemple/`)).status).toBe(403);
  const shown = async (path: string) => (await page(path)).includes('Personne Vraie');
  expect(await page('/')).not.toContain('class="desk-example"');
  expect(await page('/exemple/')).toContain('class="desk-example"');
  expect([await shown('/contacts'), await shown('/exemple/contacts')]).toEqual([true, false]);
  const made = (await page('/exemple/contacts')).match(/\/exemple\/contacts\/([0-9a-f-]{36})/)?.[1] ?? '';
  const token = (await page('/exemple/')).match(/name="token" value="([^"]+)"/)?.[1] ?? '';
  const say = (of: string) =>
    sendForm(
      `${opsUrl}/exemple/faire`,
      { token, back: '/exemple/', do: 'perdu', lead: of },
      { ...HTML, cookie },
    );
  expect((await say(made)).headers.get('location')).toMatch(/^\/exemple\/\?fait=perdu/);
  expect((await say(lead.id)).status).toBe(410);
  expect((await post({ do: 'perdu', lead: made })).status).toBe(410);
  expect(marks(dataDir)).toEqual([]);
  expect(storedRows(dataDir, 'SELECT name FROM leads')).toEqual([{ name: 'Personne Vraie' }]);
  expect(await page('/exemple/entonnoir')).toContain('google · cpc · printemps');
  const csv = await page('/exemple/entonnoir.csv?table=provenances');
  expect(csv).toContain('"google · cpc · printemps"');
});

test('an open page is told of a lead that came, however many were open before', async () => {
  const { url, get } = await openDesk();
  // As many as may be open at once.
  for (let nth = 0; nth < 20; nth += 1) await (await get('/evenements')).body?.cancel();
  const opens = async () => {
    const { status, body } = await get('/evenements');
    await body?.cancel();
    return status;
  };
  await expect.poll(opens).toBe(200);
  const response = await get('/evenements');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toBe('data: changed\n\n');
  await postJson(url, someLead());
  expect((await reader?.read())?.value).toBe('data: changed\n\n');
  await reader?.cancel();
});

test('a record that is gone is named, and made anew or left at one click, once', async () => {
  const { url, dataDir, post, page } = await openDesk();
  const [zoe, spam] = [someLead(), someLead({ name: 'Réclame' })];
  for (const lead of [zoe, spam]) expect((await postJson(url, lead)).status).toBe(201);
  const db = new DatabaseSync(join(dataDir, 'leads.sqlite'), { timeout: 10_000 });
  db.exec(`update outbox set state = 'delivered', delivered_at = due_at, remote_id = 'rec' || lead_id,
    record_state = 'gone', record_read_at = 1`);
  db.close();
  const health = await page('/sante');
  for (const { id, name } of [zoe, spam])
    expect(health).toContain(`<a href="/contacts/${id}">${name} (${id.slice(0, 8)})</a>`);
  const contact = await page(`/contacts/${zoe.id}`);
  expect(contact).toContain(words.actions.recreer);
  expect(contact).toContain(words.contacts.gone);
  expect(await page('/contacts?etat=delivered')).not.toContain('Réclame');
  expect(health).toMatch(new RegExp(`${words.health.delivered}</dt><dd>0<`));
  const again = { do: 'recreer', lead: zoe.id };
  const done = await Promise.all([post(again), post(again)]);
  expect(done.map((answer) => answer.headers.get('location')).toSorted()).toEqual([
    '/?fait=recreer',
    '/?pas=state',
  ]);
  await post({ do: 'delaisser', lead: spam.id });
  expect(await page('/sante')).not.toContain('/contacts/');
  expect(storedRows(dataDir, 'SELECT state, record_state FROM outbox ORDER BY state')).toEqual([
    { state: 'delivered', record_state: 'left' },
    { state: 'waiting', record_state: null },
  ]);
});

test('npm run demo fills a database with the rows of the example, which no server has to serve', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.ts']);
  const [, folder = ''] = stdout.match(/DATA_DIR=(\S+)/) ?? [];
  expect(storedRows(folder, 'SELECT count(*) AS leads FROM leads')).toEqual([{ leads: 40 }]);
});
