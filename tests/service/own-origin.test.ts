import { expect, test } from 'vitest';
import { raw } from './raw.ts';
import { storedLeads } from './stored-leads.ts';
import { postForm, postJson, someLead, startServer } from './test-server.ts';

const typed = { name: 'Zoé', email: 'zoe@example.ch' };

/** As JSON and as a form: both are refused alike, and neither stores anything. */
async function statuses(url: string, headers: Record<string, string>): Promise<number[]> {
  const json = await postJson(url, someLead(), headers);
  const form = await postForm(url, { ...typed, email: `${crypto.randomUUID()}@example.ch` }, headers);
  return [json.status, form.status];
}

test.each(['cross-site', 'same-site', 'same-origin, cross-site', ''])(
  'a browser that says Sec-Fetch-Site: %s is turned away, whatever its Origin says',
  async (site) => {
    const { url, dataDir } = await startServer();
    for (const origin of [{}, { origin: url }])
      expect(await statuses(url, { 'sec-fetch-site': site, ...origin })).toEqual([403, 403]);
    expect(storedLeads(dataDir)).toEqual([]);
  },
);

test('the site’s own pages and a visitor’s own act are taken', async () => {
  const { url } = await startServer();
  for (const site of ['same-origin', 'none'])
    expect(await statuses(url, { 'sec-fetch-site': site, origin: 'null' })).toEqual([201, 303]);
});

test('without Sec-Fetch-Site, an Origin that names another site decides; a client that is no browser sends neither', async () => {
  const { url, dataDir } = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  for (const origin of ['https://ailleurs.ch', 'https://exemple.ch.ailleurs.ch', 'http://exemple.ch', ''])
    expect(await statuses(url, { origin })).toEqual([403, 403]);
  expect(storedLeads(dataDir)).toEqual([]);
  // `null` is what older browsers send from our pages that are sent with `no-referrer`.
  for (const origin of [{ origin: 'https://exemple.ch' }, { origin: url }, {}, { origin: 'null' }])
    expect(await statuses(url, origin as Record<string, string>)).toEqual([201, 303]);
});

const SLIPPED = { ...typed, email: 'zoe@gmial.com' };

test('a form that is shown again with a question is taken from a browser without Sec-Fetch-Site', async () => {
  const { url } = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  const asked = await postForm(url, SLIPPED, { origin: 'https://exemple.ch', accept: 'text/html' });
  // Its address is that of the form's action: whoever answers it sends no origin from it.
  expect([asked.status, asked.headers.get('referrer-policy')]).toEqual([422, 'no-referrer']);
  const again = { ...SLIPPED, email: 'zoe@gmail.com' };
  expect((await postForm(url, again, { origin: 'null', accept: 'text/html' })).status).toBe(303);
});

test('a form of another site gets a page that repeats nothing of what it sent', async () => {
  const { url } = await startServer();
  const refused = await postForm(url, { ...typed, name: 'Piégé' }, { 'sec-fetch-site': 'cross-site' });
  const page = await refused.text();
  expect(page).toContain('Cette demande vient d’un autre site.');
  expect(page).not.toContain('Piégé');
});

const asked = (url: string, host: string) =>
  raw(url, `GET /sales HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);

test('with PUBLIC_URL, another host is answered 421 in French; the own names and probes are not', async () => {
  const { url } = await startServer({ PUBLIC_URL: 'https://exemple.ch', HOST: '127.0.0.1' });
  for (const host of [
    'ailleurs.ch',
    'exemple.ch.ailleurs.ch',
    'xn--exemple.ch',
    '169.254.169.254',
    '[::2]:3000',
    ':',
    '',
  ]) {
    const answer = await asked(url, host);
    expect(answer, host).toMatch(/^HTTP\/1\.1 421 /);
    expect(answer).toContain('Ce serveur ne répond pas pour ce nom d’hôte.');
    expect(answer).toMatch(/default-src 'none'/);
  }
  for (const host of ['exemple.ch', 'EXEMPLE.CH:443', 'localhost:3000', '127.0.0.1', '[::1]:80'])
    expect(await asked(url, host), host).toMatch(/^HTTP\/1\.1 200 /);
  expect(await raw(url, 'GET /sales HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
});

test('without PUBLIC_URL, any host is answered; the operator’s listener knows this machine only', async () => {
  const { url, opsUrl } = await startServer();
  expect(await asked(url, 'poste-de-travail.local')).toMatch(/^HTTP\/1\.1 200 /);
  const ready = (host: string, accept = '*/*') =>
    raw(opsUrl, `GET /readyz HTTP/1.1\r\nHost: ${host}\r\nAccept: ${accept}\r\nConnection: close\r\n\r\n`);
  for (const accept of ['*/*', 'text/html']) {
    const refused = await ready('rebinding.example', accept);
    expect(refused).toMatch(/^HTTP\/1\.1 403 /);
    expect(refused).toContain('Ce serveur ne répond pas pour ce nom d’hôte.');
  }
  expect(await ready('localhost:3001')).toMatch(/^HTTP\/1\.1 200 /);
});
