import { expect, test } from 'vitest';
import { PRIVATE } from '#server/http/send-page.ts';
import { raw } from './raw.ts';
import { HTML, PAGE, startServer } from './test-server.ts';

/** fetch decodes Brotli on its own; this asks for what really travels. */
const plain = { 'accept-encoding': 'identity' };

test('a page stands at its address without a slash', async () => {
  const { url } = await startServer();
  const page = await fetch(`${url}/sales?name=a`, { headers: plain });
  expect(page.status).toBe(200);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  expect(await page.text()).toBe(PAGE);
  expect((await fetch(`${url}/`)).status).toBe(200);
});

test('a page that carries the source of its visit is kept by no shared cache', async () => {
  const { url } = await startServer();
  const person =
    'User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0\r\n' +
    'Sec-Fetch-Dest: document\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-Site: none';
  const bytes = await raw(url, `GET /sales?utm_source=lettre HTTP/1.0\r\n${person}\r\n\r\n`);
  expect(bytes).toMatch(/^cache-control: private, no-cache\r$/im);
});

test('Brotli for those who take it, and caches are told', async () => {
  const { url } = await startServer();
  const bytes = await raw(url, 'GET /sales HTTP/1.0\r\nAccept-Encoding: gzip, br;q=0.8\r\n\r\n');
  expect(bytes).toMatch(/content-encoding: br/i);
  expect(bytes).toMatch(/vary: accept-encoding/i);
  expect(Number(/content-length: (\d+)/i.exec(bytes)?.[1])).toBeLessThan(PAGE.length / 5);
  const decoded = await fetch(`${url}/sales`, { headers: { 'accept-encoding': 'br' } });
  expect(await decoded.text()).toBe(PAGE);
  for (const encoding of ['gzip', 'br;q=0', 'identity']) {
    const page = await fetch(`${url}/sales`, { headers: { 'accept-encoding': encoding } });
    expect(page.headers.get('content-encoding')).toBeNull();
    expect(page.headers.get('vary')).toBe('Accept-Encoding');
  }
});

test('304 when the page is unchanged; each encoding has an ETag of its own', async () => {
  const { url } = await startServer();
  const tags = new Set<string>();
  for (const encoding of ['identity', 'br']) {
    const etag =
      (await fetch(`${url}/sales`, { headers: { 'accept-encoding': encoding } })).headers.get('etag') ?? '';
    tags.add(etag);
    for (const sent of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const headers = { 'accept-encoding': encoding, 'if-none-match': sent, 'cache-control': 'max-age=0' };
      const again = await fetch(`${url}/sales`, { headers });
      expect(again.status).toBe(304);
      expect(await again.text()).toBe('');
      expect(again.headers.get('vary')).toBe('Accept-Encoding');
    }
  }
  expect(tags.size).toBe(2);
  const other = await fetch(`${url}/sales`, {
    headers: { 'if-none-match': '"x"', 'cache-control': 'max-age=0' },
  });
  expect(other.status).toBe(200);
});

test('what carries its hash in its name is kept for a year', async () => {
  const { url } = await startServer();
  const file = await fetch(`${url}/_astro/island.Ab12Cd34.js`);
  expect(file.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(file.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
});

test('a film is sent in parts', async () => {
  const { url } = await startServer();
  const part = (range: string, headers = {}) =>
    fetch(`${url}/films/offre.mp4`, { headers: { range, ...headers } });
  const middle = await part('bytes=2-4');
  expect(middle.status).toBe(206);
  expect(middle.headers.get('content-range')).toBe('bytes 2-4/10');
  expect(middle.headers.get('content-type')).toBe('video/mp4');
  expect(await middle.text()).toBe('234');
  expect(await (await part('bytes=-2')).text()).toBe('89');
  const outside = await part('bytes=10-');
  expect(outside.status).toBe(416);
  expect(outside.headers.get('content-range')).toBe('bytes */10');
  const whole = await part('bytes=2-4', { 'if-range': '"another version"' });
  expect([whole.status, await whole.text()]).toEqual([200, '0123456789']);
});

test('HEAD says what GET would, without the body', async () => {
  const { url } = await startServer();
  const head = await fetch(`${url}/sales`, { method: 'HEAD', headers: plain });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-length')).toBe(String(Buffer.byteLength(PAGE)));
  expect(await head.text()).toBe('');
  expect((await fetch(`${url}/nulle-part`, { method: 'HEAD' })).status).toBe(404);
});

test('an unknown address gets the 404 page with status 404; the API gets a problem', async () => {
  const { url } = await startServer();
  for (const path of ['/nulle-part', '/404', '/_astro/', '/.stamp', '/sales/index.html.br']) {
    const missing = await fetch(`${url}${path}`);
    expect(missing.status).toBe(404);
    expect(await missing.text()).toContain('Oops!');
  }
  const api = await fetch(`${url}/api/autre`);
  expect(api.status).toBe(404);
  expect(await api.json()).toMatchObject({ status: 404 });
});

test('other methods are refused before a body is read', async () => {
  const { url } = await startServer();
  const refused = await fetch(`${url}/sales`, { method: 'POST', body: 'x'.repeat(10) });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  const read = await fetch(`${url}/api/leads`);
  expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
  expect((await fetch(`${url}/nulle-part`, { method: 'DELETE' })).status).toBe(404);
  const asked = await raw(url, 'OPTIONS / HTTP/1.0\r\n\r\n');
  expect(asked).toMatch(/^HTTP\/1\.1 204 .*^allow: GET, HEAD\r$/ms);
});

test.each([
  ['/api/leads', '/sales#formulaire'],
  ['/api/bookings', '/rendez-vous'],
  ['/api/audits', '/introduction#audit'],
])('a browser that loads %s, which is posted to, comes to the form', async (address, form) => {
  const { url } = await startServer();
  const answer = await fetch(url + address, { headers: HTML, redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, form]);
});

test.each([
  ['GET /Sales.?a=1', '301', '/sales?a=1'],
  ['HEAD //sales/', '301', '/sales'],
  ['GET /rendez-vous/', '301', '/rendez-vous'],
  ['GET /api/slots/', '301', '/api/slots'],
  ['GET /sales%E2%80', '301', '/sales'],
  // Longer than a parameter of a route may be.
  [
    `GET /suivi/${'a'.repeat(74)}&utm_campaign=${'x'.repeat(60)}`,
    '301',
    `/suivi/${'a'.repeat(74)}?utm_campaign=${'x'.repeat(60)}`,
  ],
  ['GET http://x/sales', '200', undefined],
  ['GET HTTP://x', '200', undefined],
  ['GET http://x//SALES', '301', '/sales'],
  ['POST /api/leads/', '405', undefined],
  ['POST http://x/api/leads', '415', undefined],
])('a spoilt address leads to the page that it meant: %s', async (line, status, location) => {
  const { url } = await startServer();
  const answer = await raw(url, `${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
  expect(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]).toBe(status);
  expect(/^location: (.*)\r$/im.exec(answer)?.[1]).toBe(location);
});

test('a spoilt address with a secret or a query is kept by no cache, told to no other site, and is in no log', async () => {
  const { url, log } = await startServer();
  const token = 'Secret-9'.repeat(4);
  const link = await fetch(`${url}/Rendez-Vous/${token}).`, { redirect: 'manual' });
  expect([link.status, link.headers.get('location')]).toEqual([301, `/rendez-vous/${token}`]);
  for (const [name, value] of Object.entries(PRIVATE)) expect(link.headers.get(name)).toBe(value);
  const typed = await fetch(`${url}/Introduction?email=Secret@exemple.ch`, { redirect: 'manual' });
  expect([typed.status, typed.headers.get('location')]).toEqual([
    301,
    '/introduction?email=Secret@exemple.ch',
  ]);
  for (const [name, value] of Object.entries(PRIVATE)) expect(typed.headers.get(name)).toBe(value);
  await expect.poll(() => log().split('"status":301')).toHaveLength(3);
  expect(log()).not.toContain('Secret');
});

test('a request that names its host in the target is held to that name', async () => {
  const { url } = await startServer({ PUBLIC_URL: 'https://exemple.ch' });
  const answer = (target: string, host: string) =>
    raw(url, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  expect(await answer('https://exemple.ch/sales', 'evil.example')).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answer('https://evil.example/sales', 'exemple.ch')).toMatch(/^HTTP\/1\.1 421 /);
});

test('no address leads out of the site', async () => {
  const { url } = await startServer();
  const paths = [
    '/../package.json',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc/passwd',
    '//etc/passwd',
    '/\\..\\x',
    '/%00',
  ];
  for (const path of paths) {
    const answer = await raw(url, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 40[04] /);
    expect(answer).not.toMatch(/location:|root:|"name"/i);
  }
  expect(await raw(url, 'GET //exemple.ch/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).not.toMatch(
    /location:/i,
  );
});

test('two Host headers, an address that cannot be decoded and what is no HTTP get a problem', async () => {
  const { url } = await startServer();
  const requests = [
    'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'ceci n’est pas du HTTP\r\n\r\n',
  ];
  for (const request of requests) {
    const answer = await raw(url, request);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/content-type: application\/problem\+json/i);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
  }
  const long = await raw(url, `GET / HTTP/1.1\r\nHost: a\r\nX: ${'a'.repeat(70_000)}\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 431 /);
});

test('every answer carries the security headers; HSTS only when visitors come by https', async () => {
  const paths = ['/', '/sales', '/sales/', '/nulle-part', '/api/leads', '/_astro/island.Ab12Cd34.js'];
  for (const PUBLIC_URL of ['http://localhost:3000', 'https://exemple.ch']) {
    const { url } = await startServer({ PUBLIC_URL });
    for (const path of paths) {
      const { headers } = await fetch(`${url}${path}`, { redirect: 'manual' });
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; .*frame-ancestors 'none'$/,
      );
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
      expect(headers.get('permissions-policy')).toContain('camera=()');
      const hsts = PUBLIC_URL.startsWith('https:') ? 'max-age=63072000' : null;
      expect(headers.get('strict-transport-security')).toBe(hsts);
    }
  }
});

test('a page says its own policy, also when it has not changed; the page whose address holds a name tells nobody', async () => {
  const { url } = await startServer();
  const page = await fetch(`${url}/introduction?name=Zo%C3%A9`);
  const etag = page.headers.get('etag') ?? '';
  const again = await fetch(`${url}/introduction`, {
    headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' },
  });
  expect([page.status, again.status]).toEqual([200, 304]);
  for (const { headers } of [page, again]) {
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[^']+';/);
  }
  const other = await fetch(`${url}/nulle-part`);
  expect(other.headers.get('content-security-policy')).toContain("style-src 'self'");
  const picture = await fetch(`${url}/og/sales.png`);
  expect(picture.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});

test.each([
  ['/api/nulle-part', 404],
  ['/api/slots?days=99', 422],
  ['/api/audits/inconnu', 404],
  ['/%E0%A4%A', 400],
])('a person who opens %s gets a page, a program a problem', async (address, status) => {
  const { url } = await startServer();
  const person = await fetch(url + address, {
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect(person.status).toBe(status);
  expect(person.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(person.headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'sha256-");
  const page = await person.text();
  expect(page).toContain('<html lang="fr-CH">');
  expect(page).toMatch(/<h1>[A-ZÉ][^<{]+<\/h1>/);
  expect(page).toContain('href="/"');

  const program = await fetch(url + address);
  expect(program.status).toBe(status);
  expect(program.headers.get('content-type')).toContain('application/problem+json');
  expect(await program.json()).toMatchObject({ status, detail: expect.stringMatching(/^[A-ZÉ]/) });
});
