import { expect, test } from 'vitest';
import { fakeEngine, PIXEL, STEERING } from '../fakes/audit-engine.ts';
import { freshProof } from '../fakes/proof.ts';
import { storedRows } from '../support/stored-rows.ts';
import { ask, asked, eventsOf, form, from, heldVisit, start, until, viewOf } from './audit-requests.ts';
import { postJson, someLead } from './test-server.ts';

test('202 with the report’s page, then its steps as they happen, then 24 checks', async () => {
  const fake = heldVisit();
  const { url, log } = await start(fake);
  const { token, page } = await asked(url, { url: 'exemple.ch' });
  expect(page).toBe(`/audit/${token}`);
  expect(token).toMatch(/^[\w-]{32}$/);
  await until(url, token, 'running');
  await expect.poll(async () => (await viewOf(url, token)).step).toBe('phone');
  const response = await fetch(`${url}/api/audits/${token}/events`);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  await expect.poll(async () => (await viewOf(url, token)).pictures).toEqual(['phone.webp']);
  fake.letGo();
  const events = await eventsOf(response);
  expect(events[0]).toMatchObject({ state: 'running', url: 'https://exemple.ch/' });
  expect(events.at(-1)).toMatchObject({ state: 'done', measuredAt: expect.any(String) });
  const { checks, notMeasured } = await viewOf(url, token);
  expect(checks).toHaveLength(24);
  expect(notMeasured.length).toBe(checks.filter(({ outcome }) => outcome === 'not-measured').length);
  expect(notMeasured.map(({ id }) => id)).toContain('lcp');
  expect(log()).not.toContain(token);
});

test('reports are not cached, indexed or referred from, and unknown ones are 404', async () => {
  const { url } = await start();
  const { token, page } = await asked(url, { url: 'exemple.ch' });
  await until(url, token, 'done');
  const there = [page, `${page}/phone.webp`, `/api/audits/${token}`, `/api/audits/${token}/events`];
  for (const path of there) {
    const { status, headers } = await fetch(url + path);
    expect([path, status]).toEqual([path, 200]);
    expect([
      headers.get('cache-control'),
      headers.get('referrer-policy'),
      headers.get('x-robots-tag'),
    ]).toEqual(['no-store', 'no-referrer', 'noindex']);
  }
  const other = 'a'.repeat(32);
  for (const path of [
    `/audit/${other}`,
    `/audit/${other}/phone.webp`,
    `${page}/phone.jpg`,
    `${page}/desktop.webp`,
    `/api/audits/${other}`,
    `/api/audits/${other}/events`,
  ])
    expect([path, (await fetch(url + path)).status]).toEqual([path, 404]);
  expect((await fetch(`${url}/api/audits`)).status).toBe(405);
});

test('a picture is served with its own type and name', async () => {
  const { url } = await start();
  const { token, page } = await asked(url, { url: 'exemple.ch' });
  await until(url, token, 'done');
  const response = await fetch(`${url}${page}/phone.webp`);
  expect([response.headers.get('content-type'), response.headers.get('x-content-type-options')]).toEqual([
    'image/webp',
    'nosniff',
  ]);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PIXEL);
});

test('without JavaScript: a form, a page that loads itself again, the report', async () => {
  const fake = heldVisit();
  const { url } = await start(fake);
  const response = await form(url, { url: 'www.exemple.ch' });
  const page = response.headers.get('location') ?? '';
  expect([response.status, page]).toEqual([303, expect.stringMatching(/^\/audit\/[\w-]{32}$/)]);
  const waiting = await fetch(url + page);
  expect(Number(waiting.headers.get('refresh'))).toBeGreaterThan(0);
  expect(await waiting.text()).toContain('Votre audit est en route');
  await expect.poll(async () => (await fetch(url + page)).text()).toContain(`src="${page}/phone.webp"`);
  fake.letGo();
  await until(url, page.split('/').at(-1) ?? '', 'done');
  const report = await fetch(url + page);
  expect(report.headers.get('refresh')).toBeNull();
  expect(report.headers.get('content-security-policy')).toContain("img-src 'self'");
  const html = await report.text();
  expect(html).toContain('L’audit express de www.exemple.ch');
  expect(html).toContain('À corriger d’abord');
  expect(html).toContain('une seule visite'.replace('une', 'Une'));
  expect(html).not.toContain('<script');
});

test('an audit without a proof of work waits behind the others, and is refused while more than three wait', async () => {
  const fake = heldVisit();
  const { url } = await start(fake, { TRUST_PROXY: '127.0.0.1' });
  for (let index = 0; index < 5; index += 1) await asked(url, { url: `site${index}.example` }, from(index));
  const refused = await ask(url, { url: 'encore.example' });
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(60);
  expect((await refused.json()) as object).toMatchObject({
    detail: expect.stringContaining('dans 2 minutes'),
  });
  const solved = await freshProof(url);
  const first = await asked(url, { url: 'prouve.example', proof: solved });
  expect((await ask(url, { url: 'autre.example', proof: solved })).status).toBe(429);
  fake.letGo();
  await until(url, first.token, 'done');
  expect(fake.visits[1]?.url).toBe('https://prouve.example/');
});

test('503 with how long, when the queue is full', async () => {
  const fake = heldVisit();
  const { url } = await start(fake, { TRUST_PROXY: '127.0.0.1' });
  const answers = [];
  for (let index = 0; index < 32; index += 1)
    answers.push(await ask(url, { url: `site${index}.example`, proof: await freshProof(url) }, from(index)));
  const full = answers.at(-1);
  expect(answers.slice(0, 31).every(({ status }) => status === 202)).toBe(true);
  expect(full?.status).toBe(503);
  expect(Number(full?.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(await full?.json()).toMatchObject({ detail: expect.stringMatching(/dans 1\d minutes/) });
});

test('one client has three unfinished audits at most, and keeps nobody else out', async () => {
  const fake = heldVisit();
  const { url } = await start(fake, { TRUST_PROXY: '127.0.0.1' });
  const tokens = [];
  for (let index = 0; index < 3; index += 1)
    tokens.push((await asked(url, { url: `site${index}.example` }, from(1))).token);
  const refused = await ask(url, { url: 'encore.example', proof: await freshProof(url) }, from(1));
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 20]);
  expect(await refused.json()).toMatchObject({ detail: expect.stringContaining('ne sont pas finis') });
  const neighbour = { 'x-forwarded-for': '203.0.1.8' };
  expect((await ask(url, { url: 'voisin.example', proof: await freshProof(url) }, neighbour)).status).toBe(
    429,
  );
  const again = await asked(url, { url: 'site2.example' }, from(1));
  expect(again.token).toBe(tokens[2]);
  await asked(url, { url: 'autre.example', proof: await freshProof(url) }, from(2));
  fake.letGo();
  for (const token of tokens) await until(url, token, 'done');
  await asked(url, { url: 'encore.example' }, from(1));
});

test('429 with Retry-After for the client who asks too much', async () => {
  const { url } = await start(fakeEngine(), { LEADS_PER_MINUTE: '1' });
  await asked(url, { url: 'exemple.ch' });
  const response = await ask(url, { url: 'exemple.ch' });
  expect([response.status, Number(response.headers.get('retry-after')) > 0]).toEqual([429, true]);
});

test('AUDITS=off takes none, says so, and shows the reports that are there', async () => {
  const on = await start();
  const { token, page } = await asked(on.url, { url: 'exemple.ch' });
  await until(on.url, token, 'done');
  expect(await (await fetch(`${on.url}/introduction`)).text()).toContain('<form');
  await on.stop();
  const fake = fakeEngine();
  const { url } = await start(fake, { AUDITS: 'off', DATA_DIR: on.dataDir });
  const json = await ask(url, { url: 'exemple.ch' });
  expect([json.status, await json.json()]).toEqual([
    503,
    expect.objectContaining({ detail: expect.stringContaining('n’est pas proposé') }),
  ]);
  const refused = await (await form(url, { url: 'exemple.ch' })).text();
  expect(refused).toContain('n’est pas proposé');
  expect(refused).not.toContain('<form');
  expect(await (await fetch(`${url}/introduction`)).text()).toBe(
    '<title>Étape 2</title></head><script>bonjour()</script><ol data-steps=""></ol><a href="/rendez-vous">Réserver</a>',
  );
  expect((await fetch(url + page)).status).toBe(200);
});

test('AUDITS=http measures in no browser', async () => {
  const fake = fakeEngine();
  const { url } = await start(fake, { AUDITS: 'http' });
  const { token } = await asked(url, { url: 'exemple.ch' });
  await until(url, token, 'done');
  expect(fake.visits).toEqual([{ url: 'https://exemple.ch/', browser: false }]);
});

test('a lead’s audit is known by its reference, which the form carries on without scripts too', async () => {
  const { url, dataDir } = await start();
  const lead = someLead();
  const { reference } = (await (await postJson(url, lead)).json()) as { reference: string };
  const byBody = await asked(url, { url: 'exemple.ch', lead: reference });
  const step = await (await fetch(`${url}/introduction?name=x&ref=${reference}`)).text();
  expect(step).toContain(`<input type="hidden" data-audit-lead="" value="${reference}" name="lead"/>`);
  const byForm = await form(url, { url: 'exemple.ch', lead: reference });
  const proof = await freshProof(url);
  const forged = await asked(url, { url: 'exemple.ch', lead: `${reference}x`, proof });
  const pages = [byBody.page, byForm.headers.get('location') ?? '', forged.page];
  const owners = pages.map((page) =>
    storedRows(dataDir, 'select lead_id from audits where token = ?', page.split('/').at(-1) ?? ''),
  );
  expect(owners).toEqual([[{ lead_id: lead.id }], [{ lead_id: lead.id }], [{ lead_id: null }]]);
});

test('whoever is sent a lead’s report or refused audit finds nothing in it, or behind its links, that names the lead', async () => {
  const { url } = await start(
    fakeEngine({ end: (site) => (site.includes('refuse') ? 'refused-visit' : 'seen') }),
  );
  const lead = someLead();
  const { reference } = (await (await postJson(url, lead)).json()) as { reference: string };
  for (const [site, state] of [
    ['exemple.ch', 'done'],
    ['refuse.example', 'refused'],
  ] as const) {
    const { token, page } = await asked(url, { url: site, lead: reference });
    await until(url, token, state);
    const told = await everythingBehind(url, [page, `/api/audits/${token}`, `/api/audits/${token}/events`]);
    expect([...told.keys()]).toEqual(expect.arrayContaining(['/introduction', '/rendez-vous']));
    const naming = [...told].filter(([, text]) =>
      [lead.name, lead.email, reference.slice(0, 22)].some((word) => text.includes(word)),
    );
    expect(naming).toEqual([]);
  }
});

test('a private name is refused as one that nobody has, in the page, the JSON and the events', async () => {
  const { url } = await start(
    fakeEngine({ end: (site) => (site.includes('intranet') ? 'not-public' : 'name-not-found') }),
  );
  const told = async (host: string) => {
    const { token, page } = await asked(url, { url: host });
    await until(url, token, 'refused');
    const ways = [page, `/api/audits/${token}`, `/api/audits/${token}/events`];
    const texts = await Promise.all(ways.map(async (way) => (await fetch(url + way)).text()));
    return texts.map((text) => text.replaceAll(host, 'site').replace(/"measuredAt":"[^"]+"/, ''));
  };
  expect(await told('intranet.example')).toEqual(await told('personne.example'));
});

test('what a site says of itself steers neither its report nor what is pasted or read out of it', async () => {
  const { url } = await start(fakeEngine({ facts: STEERING }));
  const { token, page } = await asked(url, { url: 'exemple.ch' });
  await until(url, token, 'done');
  expect(await (await fetch(url + page)).text()).toContain('X-Robots-Tag: noindex a b [31mc d');
  const told = [page, `/api/audits/${token}`, `/api/audits/${token}/events`];
  for (const address of told)
    expect(await (await fetch(url + address)).text()).not.toMatch(/[[\p{C}\p{Zl}\p{Zp}]--\n]|\\u00/v);
});

/** The answers at `addresses` and, on and on, at every address of this site that they lead to, by path and query. */
async function everythingBehind(url: string, addresses: readonly string[]): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const open = [...addresses];
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    if (told.has(next)) continue;
    const html = await (await fetch(url + next)).text();
    told.set(next, html);
    for (const [, to = ''] of html.matchAll(/(?:href|src|action)="([^"]*)"/g)) {
      const { origin, pathname, search } = new URL(to.replaceAll('&amp;', '&'), url + next);
      if (origin === url) open.push(pathname + search);
    }
  }
  return told;
}

test('a server that stops within its time gives the audit back, and ends the streams', async () => {
  const fake = heldVisit();
  const first = await start(fake);
  const { token } = await asked(first.url, { url: 'exemple.ch' });
  await until(first.url, token, 'running');
  const stream = await fetch(`${first.url}/api/audits/${token}/events`);
  const began = performance.now();
  const [events] = await Promise.all([eventsOf(stream), first.stop()]);
  expect(performance.now() - began).toBeLessThan(4_000);
  expect(events.at(-1)?.state).toBe('running');
  const { url } = await start(fakeEngine(), { DATA_DIR: first.dataDir });
  await until(url, token, 'done');
});
