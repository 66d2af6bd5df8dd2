import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call } from '#content/call.ts';
import { HIDDEN_FIELDS } from '#domain/hidden-fields.ts';
import { readMail } from '../fakes/read-mail.ts';
import { startFakeSmtp } from '../fakes/smtp-server.ts';
import { storedRows } from '../support/stored-rows.ts';
import { book, slots, someRequest } from './bookings.ts';
import { leadsCommand } from './leads-command.ts';
import { postJson, someLead, startServer } from './test-server.ts';

/** Without audits: what is told of those is another file's. */
const ADDRESS = { PUBLIC_URL: 'https://atelier.example', AUDITS: 'off' };
/** What a browser would ask for: the mails name the public address, the test asks the server itself. */
const here = (url: string, link = '') => link.replace(ADDRESS.PUBLIC_URL, url);

function maildir(dataDir: string) {
  const folder = join(dataDir, 'mail', 'new');
  const mails = () => {
    try {
      return readdirSync(folder).map((name) => readMail(readFileSync(join(folder, name), 'utf8')));
    } catch {
      return [];
    }
  };
  return async (subject: string, count = 1) => {
    const found = () => mails().filter((mail) => mail.header('Subject').startsWith(subject));
    await expect.poll(() => found().length).toBe(count);
    return found()[0] ?? expect.fail(subject);
  };
}

const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' });

test('without any setting both mails lie in the maildir; the owner says from the mail what became of the lead', async () => {
  const { url, dataDir, log } = await startServer(ADDRESS);
  const lead = { ...someLead(), name: '<b>Zoé</b>\u202e Müller' };
  await postJson(url, lead);
  await postJson(url, lead);
  const mail = maildir(dataDir);
  const owner = await mail('Nouveau contact');
  await mail('Votre demande est bien arrivée');
  expect(owner.header('Message-ID')).toMatch(/^<[0-9a-f]{32}@atelier48\.example>$/);
  // By what the visitor's mail is counted; nobody finds an address out from it.
  expect(storedRows(dataDir, "select client_key from messages where kind = 'visitor-lead'")).toEqual([
    { client_key: expect.stringMatching(/^[\w-]{22}$/) },
  ]);
  expect(owner.header('Subject')).toBe('Nouveau contact\u202f: <b>Zoé</b> Müller');
  for (const words of [
    lead.email,
    lead.url,
    'Lui répondre',
    'Lui envoyer son audit',
    'mailto:zoe@example.ch',
  ])
    expect(owner.text).toContain(words);
  expect(owner.html).toContain('&lt;b&gt;Zoé&lt;/b&gt; Müller');
  expect(owner.html).not.toMatch(/<img|src=|url\(|<script/);

  const [answered = ''] = owner.links.filter((link) => link.includes('/suivi/'));
  const [page] = here(url, answered).split('?');
  const events = () =>
    storedRows(dataDir, 'select kind from lead_events order by at').map(({ kind }) => kind);
  const shown = await fetch(here(url, answered));
  expect(shown.status).toBe(200);
  expect(Object.fromEntries(shown.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex',
    'content-security-policy': expect.stringMatching(
      /^default-src 'none'; style-src 'sha256-[^;]+; .*form-action 'self'/,
    ),
  });
  expect(await shown.text()).toMatch(/Où en êtes-vous avec &lt;b&gt;Zoé[\s\S]*value="repondu"/);
  await fetch(`${page}`, { method: 'HEAD' });
  expect(events()).toEqual(['received']);

  expect((await post(`${page}`, { answer: 'peut-être' })).status).toBe(422);
  const done = await post(`${page}`, { answer: 'pas-joint' });
  expect(done.status).toBe(303);
  expect(await (await fetch(new URL(done.headers.get('location') ?? '', url))).text()).toContain(
    '«\u202fPas joint\u202f»',
  );
  await post(`${page}`, { answer: 'repondu' });
  await post(`${page}`, { answer: 'repondu' });
  expect(events()).toEqual(['received', 'not-reached', 'answered']);
  expect((await fetch(`${page}`, { method: 'PUT' })).status).toBe(405);
  expect(log()).not.toContain(answered.slice(-40));
  expect(log()).not.toMatch(/zoe@example|Zoé/);
});

test('the button « Confirmé » makes a lead with a call hot, once; one without a call stays as it is', async () => {
  const { url, dataDir } = await startServer(ADDRESS);
  const lead = someLead();
  await postJson(url, lead);
  const mail = maildir(dataDir);
  const linkIn = async (subject: string, part: string) =>
    new URL((await mail(subject)).links.find((link) => link.includes(part)) ?? expect.fail(subject));
  const page = `${url}${(await linkIn('Nouveau contact', '/suivi/')).pathname}`;
  const reference = (await linkIn('Votre demande', '?ref=')).searchParams.get('ref');
  const count = (query: string) =>
    Number(storedRows(dataDir, `select count(*) as n ${query} and lead_id = ?`, lead.id)[0]?.n);
  const confirmed = () => [
    count("from lead_events where kind = 'confirmed'"),
    count("from messages where kind = 'provider-status'"),
  ];
  const button = async () => {
    const { status, headers } = await post(page, { answer: 'confirme' });
    const next = status === 303 ? await fetch(new URL(headers.get('location') ?? '', url)) : undefined;
    return { done: status === 303, said: (await next?.text()) ?? '' };
  };

  expect((await button()).done).toBe(false);
  expect(await (await fetch(page)).text()).not.toContain('value="confirme"');
  expect(confirmed()).toEqual([0, 0]);

  const [start] = await slots(url, '');
  expect((await book(url, someRequest({ start, lead: reference }))).status).toBe(201);
  expect(await (await fetch(page)).text()).toContain('value="confirme"');
  for (let time = 0; time < 2; time += 1)
    expect(await button()).toEqual({
      done: true,
      said: expect.stringContaining('«\u202fA écrit par message\u202f»'),
    });
  // The provider is owed one status for the call, and one for its confirmation.
  expect(confirmed()).toEqual([1, 2]);
});

test('another site’s page marks no lead and asks for no erasure; our own page does, without Sec-Fetch-Site too', async () => {
  const { url, dataDir } = await startServer(ADDRESS);
  const lead = someLead();
  await postJson(url, lead);
  const mail = maildir(dataDir);
  const linkIn = async (subject: string, part: string) =>
    here(
      url,
      (await mail(subject)).links.find((link) => link.includes(part)),
    ).split('?')[0] ?? '';
  const ways = [
    [await linkIn('Nouveau contact', '/suivi/'), 'answered'],
    [await linkIn('Votre demande', '/effacement/'), 'erasure-requested'],
  ] as const;
  const events = () => storedRows(dataDir, 'select kind from lead_events').map(({ kind }) => kind);
  const foreign = [
    { 'sec-fetch-site': 'cross-site', origin: 'null' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://ailleurs.ch' },
  ];
  const fields = { answer: 'repondu' };
  for (const [page] of ways)
    for (const headers of foreign) {
      const refused = await post(page, fields, { ...headers, accept: 'text/html' });
      expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('autre site')]);
      expect((await fetch(page, { headers })).status).toBe(200);
    }
  expect(events()).toEqual(['received']);
  for (const [page, event] of ways) {
    // As our pages are sent with `no-referrer`, a browser says no origin.
    const own = await post(
      page,
      fields,
      event === 'answered' ? { origin: 'null' } : { 'sec-fetch-site': 'same-origin' },
    );
    expect(own.status).toBe(303);
    expect(events()).toContain(event);
  }
});

test('nothing a visitor typed stands in the visitor’s mail; its link asks for erasure, once, and tells the owner', async () => {
  const { url, dataDir } = await startServer(ADDRESS);
  const lead = someLead({ name: 'Gagnez gros', url: 'https://arnaque.example/' });
  await postJson(url, lead);
  const mail = maildir(dataDir);
  const answer = await mail('Votre demande');
  expect(answer.header('To')).toBe(lead.email);
  expect(`${answer.text}${answer.html}${answer.header('Subject')}`).not.toMatch(/Gagnez|arnaque/);
  const bookLink = here(
    url,
    answer.links.find((one) => one.includes('/rendez-vous?ref=')),
  );
  expect(await (await fetch(bookLink)).text()).toContain(`value="${lead.email}"`);
  const link = here(
    url,
    answer.links.find((one) => one.includes('/effacement/')),
  );
  const [start] = (await slots(url, 'days=31')).slice(-1);
  const { name, email } = lead;
  const booked = await book(url, someRequest({ name, email, start }));
  const { manage } = (await booked.json()) as { manage: string };
  const question = await (await fetch(link)).text();
  expect(question).toContain('Demander l’effacement');
  expect(question).toContain('Un appel encore à venir est annulé');
  for (const _ of [1, 2]) expect((await post(link)).status).toBe(303);
  expect(await (await fetch(link)).text()).toContain('Votre demande d’effacement est enregistrée');
  expect(await (await fetch(`${url}${manage}`)).text()).toContain(call.cancelledState);
  await mail('Appel annulé');
  const told = await mail('Effacement demandé');
  expect(told.text).toContain(`./oui erase ${lead.email} les efface`);
  expect(told.text).toContain('Effacer ses données');

  const erased = await leadsCommand(['erase', lead.id, '--yes'], { DATA_DIR: dataDir });
  expect(erased.code).toBe(0);
  expect(storedRows(dataDir, 'select * from messages where lead_id is not null')).toEqual([]);
  expect((await fetch(link)).status).toBe(410);
  expect((await fetch(`${link}A`)).status).toBe(404);
  expect((await fetch(`${url}/suivi/${link.split('/').at(-1)}`)).status).toBe(404);
});

test('a server that misbehaves in every way still gets every owed mail, each under one Message-ID', async () => {
  const smtp = await startFakeSmtp(['greylists', 'drops after DATA', 'accepts and dies', 'accepts']);
  const { url, dataDir, log } = await startServer({
    ...ADDRESS,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Atelier <nous@atelier.example>',
    OWNER_EMAIL: 'ada@atelier.example, bo@atelier.example',
  });
  const lead = someLead();
  await postJson(url, lead);
  const states = () =>
    storedRows<{ state: string; attempts: number; receipt: string }>(
      dataDir,
      "select state, attempts, receipt from messages where kind not in ('owner-reminder', 'owner-week')",
    );
  await expect.poll(() => states().filter(({ state }) => state === 'sent').length).toBe(2);
  for (const { receipt } of states()) expect(receipt).toContain('queued as 48');
  for (const to of [['ada@atelier.example', 'bo@atelier.example'], [lead.email]]) {
    const mails = smtp.mails.filter((mail) => mail.to.join() === to.join());
    expect(mails.length).toBeGreaterThan(0);
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
  }
  expect(smtp.mails.length).toBeGreaterThan(2);
  const { stdout } = await leadsCommand(['show', lead.id], { DATA_DIR: dataDir });
  expect(stdout).toMatch(/accepté par le serveur de messagerie.*queued as 48/);
  expect(log()).not.toContain(lead.email);
}, 60_000);

test('a provider’s quota takes no mail away: all of them leave once it is over', async () => {
  const smtp = await startFakeSmtp(['has a quota', 'has a quota', 'accepts']);
  const { url } = await startServer({ ...ADDRESS, SMTP_URL: smtp.url, MAIL_FROM: 'nous@atelier.example' });
  await postJson(url, someLead());
  await expect.poll(() => smtp.accepted.length, { timeout: 30_000 }).toBe(2);
}, 60_000);

test('a visitor’s address that is refused is given up and said so; the owner still hears of the lead', async () => {
  const smtp = await startFakeSmtp(['refuses the recipient']);
  const { url, dataDir } = await startServer({
    ...ADDRESS,
    SMTP_URL: smtp.url,
    MAIL_FROM: 'nous@atelier.example',
  });
  await postJson(url, someLead());
  const states = () =>
    storedRows(dataDir, 'select kind, state from messages where lead_id is not null order by kind');
  await expect.poll(states).toMatchObject([
    { kind: 'owner-lead', state: 'waiting' },
    { kind: 'visitor-lead', state: 'failed' },
  ]);
});

test('a held lead gets no mail until it is released', async () => {
  const { url, dataDir } = await startServer(ADDRESS);
  const lead = someLead();
  await postJson(url, { ...lead, [HIDDEN_FIELDS.trap]: 'x', [HIDDEN_FIELDS.proof]: 'forged' });
  const rows = () => storedRows(dataDir, 'select kind, state from messages where kind <> ?', 'owner-week');
  // Within the hour, and in the list of the day.
  const toCome = { kind: 'owner-held', state: 'waiting' };
  await expect.poll(rows).toMatchObject([toCome, toCome]);
  const { code } = await leadsCommand(['release', lead.id], { DATA_DIR: dataDir });
  expect(code).toBe(0);
  // The two, the owner's and the visitor's.
  await expect.poll(() => rows().length).toBeGreaterThanOrEqual(4);
  await maildir(dataDir)('Nouveau contact');
}, 60_000);
