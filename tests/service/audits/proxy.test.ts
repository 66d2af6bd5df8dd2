import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect, createServer as createTcp, type Server, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  openPinningProxy,
  type PinningProxy,
  type PinningProxyOptions,
  PROXY_LIMITS,
} from '#server/audits/browser/pinning-proxy.ts';
import type { Network } from '#server/outgoing/network.ts';
import { vettedHosts } from '#server/outgoing/vetted-hosts.ts';
import { openTrap, type Trap } from '../../fixtures/audits/trap.ts';

let site: Server;
let trap: Trap;
let proxy: PinningProxy;
let seen: { readonly headers: Record<string, unknown>; readonly url: string | undefined }[];
const closing: (() => Promise<unknown>)[] = [];

beforeEach(async () => {
  seen = [];
  site = createServer((incoming, answer) => {
    seen.push({ headers: incoming.headers, url: incoming.url });
    if (incoming.url === '/big') answer.end(Buffer.alloc(400_000));
    else answer.writeHead(200, { 'keep-alive': 'timeout=9', 'x-own': '1' }).end('bonjour');
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  trap = await openTrap();
});

afterEach(async () => {
  await proxy?.close();
  await trap.close();
  await new Promise((resolve) => site.close(resolve));
  for (const close of closing.splice(0)) await close();
});

const NAMES: Readonly<Record<string, readonly string[]>> = {
  'site.test': ['8.8.8.8'],
  'private.test': ['127.0.0.1'],
  'mixed.test': ['8.8.8.8', '::1'],
};

const network = (names = NAMES): Network => ({
  resolve: async (host) => names[host] ?? [],
  connect: (address, port) =>
    address === '8.8.8.8'
      ? connect((site.address() as AddressInfo).port, '127.0.0.1')
      : connect(port, address),
});

async function open(options: Partial<PinningProxyOptions> = {}): Promise<void> {
  proxy = await openPinningProxy({ hosts: vettedHosts(network()), ports: [80, 443, trap.port], ...options });
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Record<string, unknown>;
}

/** A request in absolute form, as browsers send to a proxy. */
function ask(path: string, headers: Record<string, string> = credentials()): Promise<Answer> {
  const { hostname, port } = new URL(proxy.server);
  return new Promise((resolve, reject) => {
    const outgoing = request({ hostname, port, path, headers: { host: 'x', ...headers }, agent: false });
    outgoing.on('error', reject);
    outgoing.on('response', (response) => {
      const { statusCode: status = 0, headers: own } = response;
      response.on('error', reject);
      text(response).then((body) => resolve({ status, body, headers: own }), reject);
    });
    outgoing.end();
  });
}

const credentials = () => ({
  'proxy-authorization': `Basic ${Buffer.from(`${proxy.username}:${proxy.password}`).toString('base64')}`,
});

/** A connection on which a tunnel was asked for, and what the client sent along with it. */
function asking(target: string, then = '', headers: Record<string, string> = credentials()): Socket {
  const socket = connect(Number(new URL(proxy.server).port), '127.0.0.1').on('error', () => {});
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${lines.join('')}\r\n${then}`);
  return socket;
}

/** What a CONNECT is answered with, and what then comes through the tunnel. */
function tunnel(...request: Parameters<typeof asking>): Promise<string> {
  return all(asking(...request));
}

function all(socket: Socket): Promise<string> {
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  return new Promise((resolve) => {
    socket.on('close', () => resolve(received));
  });
}

const GET = 'GET / HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n';

it('carries a request in absolute form, without the headers of its own connection', async () => {
  await open();
  const answer = await ask('http://site.test/a?b=1', {
    ...credentials(),
    'x-kept': '1',
    connection: 'x-dropped',
    'x-dropped': '1',
  });
  expect(answer).toMatchObject({ status: 200, body: 'bonjour', headers: { 'x-own': '1' } });
  expect(seen).toMatchObject([{ url: '/a?b=1', headers: { host: 'site.test', 'x-kept': '1' } }]);
  expect(seen[0]?.headers).not.toHaveProperty('proxy-authorization');
  expect(seen[0]?.headers).not.toHaveProperty('x-dropped');
});

it('carries a tunnel, and what the client sent along with its request', async () => {
  await open();
  expect(await tunnel('site.test:443', GET)).toMatch(/^HTTP\/1\.1 200 .*bonjour/s);
  expect(proxy.bytes()).toBeGreaterThan(GET.length);
});

it('carries nothing without its own credentials', async () => {
  await open();
  const wrong = { 'proxy-authorization': `Basic ${Buffer.from('a:b').toString('base64')}` };
  expect((await ask('http://site.test/', {})).status).toBe(407);
  expect((await ask('http://site.test/', wrong)).status).toBe(407);
  expect(await tunnel('site.test:443', GET, {})).toMatch(/^HTTP\/1\.1 407 .*Basic/s);
  expect(seen).toEqual([]);
});

it.each([
  ['/', 'form'],
  ['http://user:pass@site.test/', 'form'],
  ['https://site.test/', 'form'],
  ['ftp://site.test/', 'form'],
  ['http://site.test:22/', 'port'],
  ['http://private.test/', 'not-public'],
  ['http://mixed.test/', 'not-public'],
  ['http://127.0.0.1/', 'not-public'],
  ['http://2130706433/', 'not-public'],
  ['http://[::ffff:7f00:1]/', 'not-public'],
  ['http://169.254.169.254/latest/meta-data', 'not-public'],
  ['http://none.test/', 'name-not-found'],
])('refuses %s as %s, and says so', async (path, reason) => {
  await open();
  expect((await ask(path)).status).toBeGreaterThanOrEqual(400);
  expect(proxy.refusals.map((refusal) => refusal.reason)).toEqual([reason]);
  expect(seen).toEqual([]);
});

it('private and unknown names are answered alike', async () => {
  await open();
  const { date: _one, ...headers } = (await ask('http://private.test/')).headers;
  const nobody = await ask('http://none.test/');
  const { date: _other, ...same } = nobody.headers;
  expect([(await ask('http://private.test/')).status, headers]).toEqual([nobody.status, same]);
  expect(await tunnel('private.test:443', GET)).toBe(await tunnel('none.test:443', GET));
});

it.each([
  '127.0.0.1',
  'localhost',
  '[::1]',
  '0.0.0.0',
  '[::ffff:7f00:1]',
  '0x7f.1',
  'private.test',
  'mixed.test',
  '[::]',
])('no tunnel to %s reaches the trap', async (host) => {
  await open();
  expect(await tunnel(`${host}:${trap.port}`, GET)).toMatch(/^HTTP\/1\.1 [45]/);
  expect(trap.hits).toEqual([]);
  expect(proxy.refusals).toHaveLength(1);
});

it.each(['site.test', 'site.test:99999', 'user@site.test:443', 'http://site.test/', ':443'])(
  '%s is no tunnel',
  async (target) => {
    await open();
    expect(await tunnel(target, GET)).not.toContain('200');
    expect(seen).toEqual([]);
  },
);

it('resolves a name once and dials the numbers it had then', async () => {
  const answers = [['8.8.8.8'], ['127.0.0.1']];
  let asked = 0;
  const hosts = vettedHosts({ ...network(), resolve: async () => answers[asked++] ?? [] });
  await open({ hosts });
  for (const path of ['/1', '/2', '/3']) expect((await ask(`http://rebinding.test${path}`)).status).toBe(200);
  expect(asked).toBe(1);
});

it('ends every connection past the limit of bytes', async () => {
  await open({ limits: { ...PROXY_LIMITS, bytes: 1_000_000 } });
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => ask('http://site.test/big')));
  expect(answers.some(({ status }) => status === 'rejected')).toBe(true);
  expect(proxy.refusals).toContainEqual({ target: 'bytes', reason: 'limit' });
  expect(await tunnel('site.test:443', GET)).not.toContain('bonjour');
});

it('counts bytes, connections and time anew for each load', async () => {
  await open({ limits: { bytes: 500_000, connections: 2, lifeMs: 60_000 } });
  const load = async () => {
    const answers = [];
    for (const path of ['/big', '/big', '/3'])
      answers.push(
        await ask(`http://site.test${path}`).then(
          ({ status }) => status,
          () => 'cut',
        ),
      );
    return { answers, cut: proxy.isCut() };
  };
  expect(proxy.isCut()).toBe(false);
  expect(await load()).toEqual({ answers: [200, 'cut', 'cut'], cut: true });
  proxy.renew();
  expect([proxy.isCut(), proxy.bytes()]).toEqual([false, 0]);
  expect(await load()).toEqual({ answers: [200, 'cut', 'cut'], cut: true });
});

it('refuses more connections than its limit', async () => {
  await open({ limits: { ...PROXY_LIMITS, connections: 2 } });
  const statuses = [];
  for (const path of ['/1', '/2', '/3']) statuses.push((await ask(`http://site.test${path}`)).status);
  expect(statuses).toEqual([200, 200, 503]);
});

it('ends every connection when its time is over', async () => {
  const { network: toSite } = await siteThat((socket) => socket.resume());
  await open({ hosts: vettedHosts(toSite), limits: { ...PROXY_LIMITS, lifeMs: 300 } });
  expect(await tunnel('site.test:443', GET)).toMatch(/^HTTP\/1\.1 200/);
  expect(proxy.refusals).toContainEqual({ target: 'time', reason: 'limit' });
});

/** A site that does to each connection what it is told to, and the hosts that lead there. */
async function siteThat(act: (socket: Socket) => void) {
  const server = createTcp((socket) => act(socket.on('error', () => {})));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  return { server, network: { ...network(), connect: () => connect(port, '127.0.0.1') } };
}

it('ends an upload past the limit of bytes', async () => {
  const { network: toSite } = await siteThat((socket) => socket.resume());
  await open({ hosts: vettedHosts(toSite), limits: { ...PROXY_LIMITS, bytes: 1_000_000 } });
  const socket = asking('site.test:443');
  await once(socket, 'data');
  const small = setInterval(() => socket.write(Buffer.alloc(10_000)), 1);
  closing.push(async () => clearInterval(small));
  await expect.poll(() => proxy.isCut()).toBe(true);
  expect(proxy.bytes()).toBeLessThan(1_200_000);
});

it('keeps no connection to a site for a browser that has left while its name was looked up', async () => {
  const { server, network: toSite } = await siteThat((socket) => socket.resume());
  const { promise: numbers, resolve: found } = Promise.withResolvers<readonly string[]>();
  await open({ hosts: vettedHosts({ ...toSite, resolve: () => numbers }) });
  const socket = asking('site.test:443');
  const taken = once(server, 'connection');
  await once(socket, 'connect');
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.resetAndDestroy();
  await new Promise((resolve) => setTimeout(resolve, 50));
  found(['8.8.8.8']);
  const [upstream] = (await taken) as [Socket];
  await expect.poll(() => upstream.destroyed || upstream.readableEnded, { timeout: 5_000 }).toBe(true);
});

it('listens on the loopback address only, with credentials that no other proxy has', async () => {
  await open();
  const other = await openPinningProxy({ hosts: vettedHosts(network()) });
  expect(new URL(proxy.server).hostname).toBe('127.0.0.1');
  expect(other.password).not.toBe(proxy.password);
  expect(proxy.password).toMatch(/^[0-9a-f]{32}$/);
  await other.close();
});
