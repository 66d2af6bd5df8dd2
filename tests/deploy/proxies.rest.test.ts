import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LONGEST_EMAIL } from '#domain/email.ts';
import { findProxy, PROXIES, type ProxyName } from '#scripts/support/programs.ts';
import { startProcess, workingFolder } from '../service/server-process.ts';
import type { AtEnd } from '../service/temporary-folder.ts';
import { someLead } from '../service/test-server.ts';
import { NAME, type ProxyOptions, type RunningProxy, startProxy } from './proxy.ts';
import { type Ask, visitor } from './visitor.ts';

const PER_MINUTE = 3;
const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };

/** The real server, told of the proxy as the runbook says, and the real proxy with the shipped configuration. */
async function setStage(kind: ProxyName, atEnd: AtEnd, options: ProxyOptions = {}) {
  const environment = {
    HOST: '127.0.0.1',
    PUBLIC_URL: `https://${NAME}`,
    TRUST_PROXY: '127.0.0.1',
    LEADS_PER_MINUTE: String(PER_MINUTE),
  };
  const server = startProcess(await workingFolder(atEnd), environment, atEnd);
  let log = '';
  server.child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const { port } = new URL(await server.opened);
  return { server, serverLog: () => log, proxy: await startProxy(kind, Number(port), atEnd, options) };
}

function leadPost(headers: Record<string, string> = {}): Ask {
  return {
    method: 'POST',
    path: '/api/leads',
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(someLead()),
  };
}

function formPost(fields: Record<string, string>): Ask {
  return {
    method: 'POST',
    path: '/api/leads',
    headers: FORM_TYPE,
    body: String(new URLSearchParams(fields)),
  };
}

/** The addresses a redirect may lead to: a proxy on another port than the usual says so. */
function atSite({ httpsPort }: RunningProxy, path: string): RegExp {
  const literal = (text: string) => text.replace(/[.?]/g, '\\$&');
  return new RegExp(`^https://${literal(NAME)}(:${httpsPort})?${literal(path)}$`);
}

describe.each(PROXIES)('behind %s', (kind) => {
  // `npm test` fetches them first, and says why one could not be had.
  const missing = findProxy(kind) === undefined;
  const it = test.skipIf(missing);
  let stage: Awaited<ReturnType<typeof setStage>>;
  beforeAll(async () => {
    const cleanUps: (() => void | Promise<void>)[] = [];
    if (!missing) stage = await setStage(kind, (cleanUp) => void cleanUps.push(cleanUp));
    return async () => {
      for (const cleanUp of cleanUps.toReversed()) await cleanUp();
    };
  });

  it('every address has its own budget, by either protocol, and a forged address gains nothing', async () => {
    const { proxy } = stage;
    const statuses = async (from: string, way: 'https' | 'http2', headers = () => ({})) => {
      const got: number[] = [];
      for (let sent = 0; sent < PER_MINUTE + 2; sent += 1)
        got.push((await visitor(proxy, from)[way](leadPost(headers()))).status);
      return got;
    };
    const spent = [...Array<number>(PER_MINUTE).fill(201), 429, 429];
    expect(await statuses('127.0.0.2', 'https')).toEqual(spent);
    expect(await statuses('127.0.0.3', 'http2')).toEqual(spent);
    let forged = 0;
    const forge = () => {
      forged += 1;
      const address = `198.51.100.${forged}`;
      return { 'x-forwarded-for': address, 'x-real-ip': address, forwarded: `for=${address}` };
    };
    expect(await statuses('127.0.0.4', 'https', forge)).toEqual(spent);
    expect(await statuses('127.0.0.5', 'http2', forge)).toEqual(spent);
    // Nor can anybody spend what belongs to somebody else.
    const other = leadPost({ 'x-forwarded-for': '127.0.0.6' });
    for (let sent = 0; sent < PER_MINUTE; sent += 1) await visitor(proxy, '127.0.0.7').https(other);
    expect((await visitor(proxy, '127.0.0.6').https(leadPost())).status).toBe(201);
  });

  it('behind Cloudflare every visitor has a budget of their own, and what others say of an address gains nothing', async () => {
    const edge = '127.0.0.66';
    const { proxy, serverLog } = await setStage(kind, onTestFinished, { edge });
    const spend = async (from: string, addresses: readonly string[]) => {
      const got: number[] = [];
      for (const address of addresses) {
        const post = leadPost({ 'cf-connecting-ip': address, 'x-forwarded-for': `${address}, ${edge}` });
        got.push((await visitor(proxy, from).https(post)).status);
      }
      return got;
    };
    const [one, other] = ['198.51.100.7', '2001:db8:5::7'];
    const times = (address: string) => Array<string>(PER_MINUTE + 1).fill(address);
    const spent = [...Array<number>(PER_MINUTE).fill(201), 429];
    expect(await spend(edge, times(one))).toEqual(spent);
    expect(await spend(edge, times(other))).toEqual(spent);
    // From elsewhere the header is a visitor's word.
    const forged = Array.from({ length: PER_MINUTE + 1 }, (_, index) => `203.0.113.${index}`);
    expect(await spend('127.0.0.67', forged)).toEqual(spent);
    // An edge that says nothing is a visitor like others.
    expect((await visitor(proxy, edge).https(leadPost())).status).toBe(201);
    expect(serverLog()).not.toContain('Cloudflare');
  });

  it('the longest name and address pass, there and on to the next page', async () => {
    const { proxy } = stage;
    const accents = (count: number) => 'é'.repeat(count);
    const domain = `${accents(63)}.${accents(63)}.${accents(58)}.ch`;
    const longest = { name: '漢'.repeat(200), email: `${accents(64)}@${domain}` };
    expect(longest.email).toHaveLength(LONGEST_EMAIL);
    for (const way of ['https', 'http2'] as const) {
      const person = visitor(proxy, '127.0.0.8');
      const { status, headers } = await person[way](formPost(longest));
      expect(status).toBe(303);
      const path = String(headers.location);
      expect(path).toContain(encodeURIComponent(longest.name));
      expect((await person[way]({ path })).status).toBe(200);
    }
    const bare = formPost({ name: ' ', email: '' });
    expect((await visitor(proxy, '127.0.0.9').https(bare)).headers.location).toBe('/sales#formulaire');
  });

  it('http leads to https and www to the bare name, posts and queries included; other names lead nowhere', async () => {
    const { proxy } = stage;
    const person = visitor(proxy, '127.0.0.2');
    const path = '/introduction?name=Zo%C3%A9';
    for (const method of ['GET', 'POST']) {
      const { status, headers } = await person.http({ method, path });
      expect({ method, status }).toEqual({ method, status: 308 });
      expect(headers.location).toMatch(atSite(proxy, path));
    }
    const www = await person.https({ path, host: `www.${NAME}` });
    expect(www).toMatchObject({ status: 308, headers: { location: `https://${NAME}${path}` } });
    await expect(person.https({ path, host: 'ailleurs.test' })).rejects.toThrow();
    const elsewhere = await person.http({ path, host: 'ailleurs.test' }).catch(() => undefined);
    expect(elsewhere?.body ?? '').toBe('');
  });

  it('whoever asks for another name than the handshake did gets no page, nor does one who takes it for a way out', async () => {
    const { proxy, server } = stage;
    const { port } = new URL(await server.opened);
    const asked = async (line: string, host: string) => {
      const address = { host: '127.0.0.1', port: proxy.httpsPort };
      const socket = connectTls({ ...address, servername: NAME, ca: proxy.ca });
      socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
      return (await text(socket)).split('\r\n')[0];
    };
    expect(await asked('GET /sales', NAME)).toBe('HTTP/1.1 200 OK');
    for (const host of ['localhost', `127.0.0.1:${port}`, `${NAME}.ailleurs.test`])
      expect([host, await asked('GET /sales', host)]).toEqual([host, '']);
    expect(await asked(`GET http://127.0.0.1:${port}/`, NAME)).toBe('');
    expect(await asked(`CONNECT 127.0.0.1:${port}`, NAME)).not.toContain('200');
  });

  it('the addresses that mails and print make lead to their page, with the query as it was', async () => {
    const { proxy } = stage;
    const person = visitor(proxy, '127.0.0.2');
    const leads = {
      '//sales?a=%20b': '/sales?a=%20b',
      '/Sales.': '/sales',
      '/sales%29': '/sales',
      '/sales/': '/sales',
    };
    for (const [path, location] of Object.entries({
      ...leads,
      '/sales&a=1': '/sales?a=1',
      '/rendez-vous/': '/rendez-vous',
    }))
      for (const way of ['https', 'http2'] as const) {
        const { status, headers } = await person[way]({ path });
        expect({ path, way, status, location: headers.location }).toEqual({
          path,
          way,
          status: 301,
          location,
        });
      }
    expect((await person.https({ path: '//evil.example/' })).status).toBe(404);
    const absolute = await person.https({ path: `https://${NAME}/sales` });
    expect([absolute.status, absolute.body.includes('Bonjour')]).toEqual([200, true]);
  });

  it('pages come with their own headers and without a word about the programs behind', async () => {
    const { proxy } = stage;
    const person = visitor(proxy, '127.0.0.2');
    for (const way of ['https', 'http2'] as const) {
      const { status, headers, body } = await person[way]({ path: '/sales' });
      expect(status).toBe(200);
      expect(body).toContain('Bonjour');
      expect(headers['strict-transport-security']).toBe('max-age=63072000');
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(String(headers.server)).not.toMatch(/\d/);
      if (kind === 'caddy') expect(headers['alt-svc']).toContain('h3=');
    }
    const film = await person.https({ path: '/films/offre.mp4', headers: { range: 'bytes=2-4' } });
    expect(film).toMatchObject({ status: 206, body: '234' });
    const tooLong = { ...leadPost(), body: JSON.stringify({ ...someLead(), url: 'x'.repeat(20_000) }) };
    expect((await person.https(tooLong)).status).toBe(413);
  });

  it('no log of any part holds a name, an e-mail, a query or a full address, not even when the site is gone', async () => {
    const { proxy, server, serverLog } = stage;
    const from = '127.0.0.77';
    const canary = { name: 'Canarine Serinvert', email: 'canarine.serinvert@example.ch' };
    const query = String(new URLSearchParams(canary));
    const person = visitor(proxy, from);
    const everywhere = {
      referer: `https://${NAME}/?${query}`,
      'user-agent': canary.name,
      cookie: canary.email,
      authorization: `Basic ${btoa(canary.email)}`,
      'x-forwarded-for': canary.email,
    };
    const sing = async () => {
      const asks: Ask[] = [
        formPost(canary),
        { path: `/introduction?${query}`, headers: everywhere },
        { path: `/${canary.email}?${query}`, headers: everywhere },
        { path: `/${canary.email}/`, method: 'DELETE' },
        { ...leadPost(everywhere), body: JSON.stringify({ ...someLead(), ...canary }) },
        { path: `/?${query}`, host: `www.${NAME}` },
        { path: `/${query}`, host: `${canary.email.replace('@', '.')}` },
      ];
      const said: number[] = [];
      for (const ask of asks) {
        said.push((await person.https(ask).catch(() => ({ status: 0 }))).status);
        if (ask.host === undefined) await person.http2(ask).catch(() => {});
        await person.http(ask).catch(() => {});
      }
      for (const port of [proxy.httpPort, proxy.httpsPort]) {
        await shout(port, from, `GET /${canary.email}?${query} HTTP/1.1\r\n\r\n`);
        await shout(port, from, `${canary.name.toUpperCase()} /?${query} nonsense\r\nHost: ${NAME}\r\n\r\n`);
        await shout(port, from, `CANARINE /x HTTP/1.1\r\nHost: ${NAME}\r\nConnection: close\r\n\r\n`);
        await shout(
          port,
          from,
          `GET / HTTP/1.1\r\nHost: ${NAME}\r\nX: ${canary.email.repeat(9_000)}\r\n\r\n`,
        );
      }
      return said;
    };
    expect((await sing()).slice(0, 3)).toEqual([303, 200, 404]);
    const call = await bookedCall(visitor(proxy, '127.0.0.78'));
    server.child.kill('SIGTERM');
    await server.ended;
    const closed = await person.https({ path: `/introduction?${query}` });
    expect(closed).toMatchObject({ status: 503, headers: { 'retry-after': '10' } });
    expect(closed.body).toContain('Le site redémarre');
    await sing();
    await expect.poll(proxy.logs).toContain('503');
    const logs = proxy.logs();
    expect(logs).toContain('127.0.0.0');
    for (const text of [logs, serverLog()]) {
      expect(text).not.toMatch(/canarin|serinvert|Y2FuYXJpbm/i);
      expect(text).not.toContain(from);
      expect(text).not.toContain(call);
      expect(text).not.toMatch(/name=|email=/);
    }
  });
});

/** Books a call and opens its page. @returns the secret in the page's address */
async function bookedCall(person: ReturnType<typeof visitor>): Promise<string> {
  const { slots } = JSON.parse((await person.https({ path: '/api/slots' })).body) as { slots: string[] };
  const details = { name: 'Zoé', email: 'zoe@example.ch', phone: '+41215550148' };
  const body = JSON.stringify({ ...details, id: crypto.randomUUID(), start: slots.at(-1) });
  const booked = await person.https({ method: 'POST', path: '/api/bookings', headers: JSON_TYPE, body });
  const { manage } = JSON.parse(booked.body) as { manage: string };
  expect((await person.https({ path: manage })).status).toBe(200);
  return manage.split('/').at(-1) ?? '';
}

/** Bytes that need not be a request, and whatever comes back. */
function shout(port: number, from: string, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, localAddress: from });
    const giveUp = setTimeout(() => socket.destroy(), 300);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(giveUp);
      resolve();
    });
    socket.resume();
    socket.write(bytes);
  });
}
