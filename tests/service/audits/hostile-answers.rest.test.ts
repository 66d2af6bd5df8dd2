import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { openPinningProxy, type PinningProxy } from '#server/audits/browser/pinning-proxy.ts';
import { runAudit } from '#server/audits/process/run-audit.ts';
import type { Network } from '#server/outgoing/network.ts';
import { vettedHosts } from '#server/outgoing/vetted-hosts.ts';
import { within } from '#server/system/within.ts';

/** What no test may leave behind: each of these ends a server. */
const uncaught: unknown[] = [];
const note = (error: unknown) => void uncaught.push(error);

beforeEach(() => {
  uncaught.length = 0;
  process.on('uncaughtException', note).on('unhandledRejection', note);
});
afterEach(async () => {
  // What a last event threw is told by now.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('uncaughtException', note).off('unhandledRejection', note);
  expect(uncaught).toEqual([]);
});

const PAGE =
  '<!doctype html><html lang="fr"><title>Menuiserie Dubois</title><h1>Menuiserie Dubois</h1></html>';
const END = `Connection: close\r\n\r\n${PAGE}`;
const HTML = 'Content-Type: text/html\r\n';
/** The longest that an audit over HTTP takes of a server that answers at once. */
const SOON_MS = 4_000;

const OWN_NAME = 'oui-48.example';
const DEPS = {
  now: Date.now,
  publicUrl: `https://${OWN_NAME}`,
  ownAddresses: [],
  browser: false,
};

/** A server that answers every request with these bytes, and then ends the connection. */
function answering(bytes: string | (() => string), tls?: TlsOptions): Promise<Network> {
  const answer = (socket: Socket) => {
    socket.on('error', () => {});
    socket.once('data', () => socket.end(typeof bytes === 'string' ? bytes : bytes(), 'latin1'));
  };
  return tls === undefined
    ? listening(createServer(answer), 80)
    : listening(
        createTlsServer(tls, answer).on('tlsClientError', () => {}),
        443,
      );
}

/** A network whose only site is `server`, on a public number, and says nothing on other ports than `spoken`. */
async function listening(server: Server, spoken: number): Promise<Network> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    resolve: async (name) => (name === OWN_NAME ? [] : ['192.0.66.1']),
    // Nothing listens on port 1: the connection is refused.
    connect: (_address, wanted) => connect(wanted === spoken ? port : 1, '127.0.0.1'),
  };
}

async function audit(network: Network, scheme: 'http' | 'https') {
  const running = runAudit({ url: `${scheme}://site.test/`, schemeTyped: true }, { ...DEPS, network });
  return (await within(SOON_MS, running)).facts;
}

it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty', 'gzip, gzip', ''])(
  'the compression “%s” is none that is known: the bytes are read as they are',
  async (name) => {
    const network = await answering(`HTTP/1.1 200 OK\r\n${HTML}Content-Encoding: ${name}\r\n${END}`);
    const { visit, page } = await audit(network, 'http');
    expect(visit).toMatchObject({ end: 'seen', status: 200 });
    expect(page?.h1).toEqual(['Menuiserie Dubois']);
  },
);

it.each([
  ['a body that is not what it says', `HTTP/1.1 200 OK\r\n${HTML}Content-Encoding: br\r\n${END}`],
  ['a body of which nothing comes', `HTTP/1.1 200 OK\r\n${HTML}Content-Length: 900000\r\n\r\n`],
  ['a chunk of no size', `HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n`],
  ['two lengths', `HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n${END}`],
  ['no HTTP', '\u0000\u0001\u0002'],
  ['nothing', ''],
  ['one status within another', 'HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 102 Wait\r\n\r\n'],
  ['a change of protocol', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
])('%s: the site has not answered', async (_name, bytes) => {
  expect((await audit(await answering(bytes), 'http')).visit).toEqual({ end: 'unreachable' });
});

it.each([
  ['a status below 100', `HTTP/1.1 099 X\r\n${HTML}${END}`, 'error-page'],
  ['a change to nothing', 'HTTP/1.1 101 X\r\n\r\n', 'error-page'],
  ['a status past 599', `HTTP/1.1 999 X\r\n${HTML}${END}`, 'refused-visit'],
  [
    'a cookie that no header may carry',
    `HTTP/1.1 302 X\r\nLocation: /\r\nSet-Cookie: a=\u00ff\u0080\r\n${END}`,
    'redirect-loop',
  ],
])('%s', async (_name, bytes, end) => {
  expect((await audit(await answering(bytes), 'http')).visit).toMatchObject({ end });
});

it('a certificate with dates that are none is still one that is not trusted', async () => {
  const { visit, http } = await audit(
    await answering(`HTTP/1.1 200 OK\r\n${HTML}${END}`, certificate('269999999999Z')),
    'https',
  );
  expect(visit.end).toBe('seen');
  expect(http?.tls).toMatchObject({ trusted: false, error: 'ERROR_IN_CERT_NOT_BEFORE_FIELD' });
  expect(http?.tls).not.toHaveProperty('validFrom');
});

it('a page in pieces of one byte is given up before it fills the memory or the time', async () => {
  const pieces = '1\r\nx\r\n'.repeat(1_000_000);
  const network = await answering(`HTTP/1.1 200 OK\r\n${HTML}Transfer-Encoding: chunked\r\n\r\n${pieces}`);
  expect((await audit(network, 'http')).visit).toMatchObject({ end: 'too-large', status: 200 });
});

it('answers before the answer are counted: a site that sends nothing else has not answered', async () => {
  const hints = 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000);
  const endless = createServer((socket) => {
    const more = () => {
      while (socket.write(hints));
    };
    socket.on('error', () => {}).on('drain', more);
    socket.once('data', more);
  });
  expect((await audit(await listening(endless, 80), 'http')).visit).toEqual({ end: 'unreachable' });
});

it('a key exchange whose cost the site chooses is not offered', async () => {
  const tls = { maxVersion: 'TLSv1.2', ciphers: 'DHE-RSA-AES128-GCM-SHA256', dhparam: 'auto' } as const;
  const network = await answering(`HTTP/1.1 200 OK\r\n${HTML}${END}`, {
    ...certificate('261101000000Z', 'rsa'),
    ...tls,
  });
  expect((await audit(network, 'https')).visit).toEqual({ end: 'unreachable' });
});

it('a visit that nobody waits for ends at once, whatever the site does', async () => {
  const asked = Promise.withResolvers<void>();
  const silent = createServer((socket) => socket.on('error', () => {}).once('data', () => asked.resolve()));
  const nobody = new AbortController();
  const running = runAudit(
    { url: 'http://site.test/', schemeTyped: true },
    { ...DEPS, network: await listening(silent, 80), signal: nobody.signal },
  );
  await asked.promise;
  nobody.abort();
  await expect(within(500, running)).rejects.toThrow(/aborted/);
});

it.each([
  ['a status below 100', `HTTP/1.1 099 X\r\n${END}`],
  ['a status past 599', `HTTP/1.1 600 X\r\n${END}`],
  ['a change of protocol', 'HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['a change to nothing', 'HTTP/1.1 101 X\r\n\r\n'],
  ['no HTTP', '\u0000\u0001\u0002'],
  ['nothing', ''],
])('%s through the proxy is an answer 502, and the next request is carried', async (_name, bytes) => {
  let answer = bytes;
  const proxy = await openPinningProxy({ hosts: vettedHosts(await answering(() => answer)) });
  onTestFinished(() => proxy.close());
  expect(await through(proxy)).toBe(502);
  answer = `HTTP/1.1 200 OK\r\n${END}`;
  expect(await through(proxy)).toBe(200);
});

it.each([
  ['a header with a control character', 'A: b\u0001\r\n'],
  ['a header name with a blank', 'X Powered By: PHP\r\n'],
  ['40 KB of headers', `Link: ${'<https://x.ch/a.css>; rel=preload, '.repeat(1_200)}\r\n`],
  ['one length twice', `Content-Length: ${PAGE.length}\r\n`.repeat(2)],
])('%s passes the proxy, as it would reach a browser without it', async (_name, sent) => {
  const proxy = await openPinningProxy({
    hosts: vettedHosts(await answering(`HTTP/1.1 200 OK\r\n${sent}${END}`)),
  });
  onTestFinished(() => proxy.close());
  expect(await through(proxy)).toBe(200);
});

it('a client that leaves in the middle of an answer, or of its request, ends nothing else', async () => {
  const body = 'x'.repeat(100_000);
  const network = await answering(`HTTP/1.1 200 OK\r\nContent-Length: 9000000\r\n\r\n${body}`);
  const proxy = await openPinningProxy({ hosts: vettedHosts(network) });
  onTestFinished(() => proxy.close());
  for (const tail of [
    '\r\n',
    'Content-Length: 900\r\n\r\nhalf',
    'Transfer-Encoding: chunked\r\n\r\nzz\r\n',
  ]) {
    const client = connect(Number(new URL(proxy.server).port), '127.0.0.1').on('error', () => {});
    client.write(`POST http://site.test/ HTTP/1.1\r\nHost: site.test\r\n${credentials(proxy)}\r\n${tail}`);
    await within(2_000, new Promise((resolve) => client.once('data', resolve).once('close', resolve)));
    client.resetAndDestroy();
  }
  expect(await through(proxy)).toBe(200);
});

function credentials({ username, password }: PinningProxy): string {
  return `Proxy-Authorization: Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}

/** The status of one request in absolute form. */
async function through(proxy: PinningProxy): Promise<number | undefined> {
  const { hostname, port } = new URL(proxy.server);
  const [name = '', value = ''] = credentials(proxy).split(': ');
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const headers = { host: 'site.test', [name]: value };
    request({ hostname, port, path: 'http://site.test/', headers, agent: false, maxHeaderSize: 65_536 })
      .on('error', reject)
      .on('response', (response) => {
        response.on('error', () => {}).resume();
        resolve(response.statusCode);
      })
      .end();
  });
  return within(2_000, answered);
}

/** Self-signed, and good from the given day on, whatever that is. */
function certificate(from: string, type: 'ec' | 'rsa' = 'ec') {
  const folder = mkdtempSync(join(tmpdir(), 'fixtures-'));
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  openssl(
    ...['req', '-x509', '-nodes', '-newkey'],
    ...(type === 'ec' ? ['ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'] : ['rsa:2048']),
    ...['-keyout', 'key.pem', '-out', 'cert.pem', '-days', '30', '-subj', '/CN=site.test', '-outform', 'DER'],
  );
  const der = readFileSync(join(folder, 'cert.pem'));
  const key = readFileSync(join(folder, 'key.pem'), 'utf8');
  rmSync(folder, { recursive: true });
  // The first UTCTime of the certificate: its signature no longer fits, which no handshake of a server asks.
  const at = der.indexOf(Buffer.from([0x17, 0x0d]));
  der.write(from, at + 2, 'latin1');
  const cert = `-----BEGIN CERTIFICATE-----\n${der.toString('base64')}\n-----END CERTIFICATE-----\n`;
  return { key, cert };
}
