import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Facts } from '#server/audits/audit-facts.ts';
import { judgeFacts } from '#server/audits/checks/judge-facts.ts';
import { runAudit } from '#server/audits/process/run-audit.ts';
import { reportView } from '#server/audits/report/report-view.ts';
import type { Network } from '#server/outgoing/network.ts';
import { within } from '#server/system/within.ts';
import { makeChain } from '../../fixtures/audits/certificates.ts';
import { type RawAnswer, rawInternet } from '../../fixtures/audits/raw-site.ts';

/** What sites really send, and every browser shows: none of it is a site that is down. */

const PAGE =
  '<!doctype html><html lang="fr"><title>Menuiserie Dubois</title><h1>Menuiserie Dubois</h1><p>Portes, fenêtres et agencements à Lausanne.</p></html>';
const OK = 'HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n';

const bytes = (...parts: readonly (string | Buffer)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));

/** @param more the header lines after the type */
const answer = (more = '', body: string | Buffer = PAGE) => bytes(`${OK}${more}\r\n`, body);

async function audit(
  network: Network,
  url = 'http://site.test/',
  { schemeTyped = true, ca }: { readonly schemeTyped?: boolean; readonly ca?: string } = {},
): Promise<Facts> {
  const deps = {
    ...{ now: Date.now, publicUrl: 'https://oui-48.example', ownAddresses: [], browser: false },
    ...(ca !== undefined && { seams: { ca: [ca] } }),
  };
  return (await within(15_000, runAudit({ url, schemeTyped }, { ...deps, network }))).facts;
}

/** What is seen of a site that answers every request so. */
async function visit(sent: RawAnswer): Promise<Facts> {
  const { network } = await rawInternet({ 'http://site.test': () => sent });
  return audit(network);
}

const outcomeOf = (facts: Facts, id: string) => judgeFacts(facts).find((result) => result.id === id)?.outcome;

const packed = gzipSync(PAGE);
const GZIP = 'Content-Encoding: gzip\r\n';
const chunk = (text: string | Buffer) => bytes(`${text.length.toString(16)}\r\n`, text, '\r\n');
const CHUNKED = 'Transfer-Encoding: chunked\r\n';
/** As a server writes it that flushes what it has and then hangs up. */
const flushed = gzipSync(PAGE, { finishFlush: constants.Z_SYNC_FLUSH });
/** With a name and a comment, as `gzip file` writes it. */
const named = bytes(
  Buffer.from([0x1f, 0x8b, 8, 0x18, 0, 0, 0, 0, 0, 3]),
  'index.html\0un commentaire\0',
  packed.subarray(10),
);

it.each<readonly [string, RawAnswer]>([
  [
    '23 KB of Link headers',
    answer(`Link: ${'<https://x.ch/a.css>; rel=preload; as=style, '.repeat(500)}\r\n`),
  ],
  ['64 KB of headers', answer('X-Cache-Tag: 0123456789\r\n'.repeat(2_600))],
  ['a header name with a blank', answer('X Powered By: PHP\r\n')],
  ['a header name in another script', answer('Généré-par: site\r\n')],
  ['a header without a colon', answer('Powered by PHP\r\n')],
  ['a header without a name', answer(': nothing\r\n')],
  ['a header with control characters', answer('X-Debug: a\u0001\u0007b\u0000c\r\n')],
  ['a header with bytes that are in no encoding', answer('X-Ville: Gen\u00e8ve\r\n')],
  ['a folded header', answer('X-Long: a,\r\n b,\r\n\tc\r\n')],
  ['a blank before the colon', answer('Server : Apache\r\n')],
  ['the same length twice', answer(`Content-Length: ${bytes(PAGE).length}\r\n`.repeat(2))],
  [
    'the same length twice in one line',
    answer(`Content-Length: ${bytes(PAGE).length}, ${bytes(PAGE).length}\r\n`),
  ],
  [
    'two lengths of a body in chunks',
    bytes(answer(`${CHUNKED}Content-Length: 1\r\nContent-Length: 2\r\n`, chunk(PAGE)), '0\r\n\r\n'),
  ],
  ['a length that is none', answer('Content-Length: -1\r\n')],
  [
    'a length that is less than a body in chunks',
    bytes(answer(`Content-Length: 3\r\n${CHUNKED}`, chunk(PAGE)), '0\r\n\r\n'),
  ],
  [
    'lines that end in LF',
    Buffer.from(answer('Server: old\r\n').toString('latin1').replaceAll('\r', ''), 'latin1'),
  ],
  [
    'lines that end in CR CR LF',
    Buffer.from(
      answer('Server: old\r\n')
        .toString('latin1')
        .replaceAll('\r\n', '\r\r\n')
        .replace('\r\r\n\r\r\n', '\r\r\n\r\n'),
      'latin1',
    ),
  ],
  ['no reason', Buffer.from(answer().toString('latin1').replace('200 OK', '200'), 'latin1')],
  ['an empty line before the answer', bytes('\r\n', answer())],
  ['HTTP/1.0', Buffer.from(answer().toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1')],
  [
    'HTTP/2 in the status line',
    Buffer.from(answer().toString('latin1').replace('HTTP/1.1', 'HTTP/2'), 'latin1'),
  ],
  ['hints before the answer', bytes('HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\n\r\n', answer())],
  ['gzip followed by a comment of a cache', answer(GZIP, bytes(packed, '\n\n<!-- cache -->\n'))],
  ['gzip without its last 8 bytes', answer(GZIP, packed.subarray(0, -8))],
  ['gzip with a wrong sum at its end', answer(GZIP, bytes(packed.subarray(0, -8), 'abcdefgh'))],
  ['gzip with a name in its header', answer(GZIP, named)],
  ['gzip, said twice', answer(GZIP.repeat(2), packed)],
  ['gzip in gzip', answer('Content-Encoding: gzip, gzip\r\n', gzipSync(packed))],
  ['gzip that is none', answer(GZIP)],
  ['deflate', answer('Content-Encoding: deflate\r\n', deflateSync(PAGE))],
  ['deflate without its header', answer('Content-Encoding: deflate\r\n', deflateRawSync(PAGE))],
  ['deflate without its end', answer('Content-Encoding: deflate\r\n', deflateSync(PAGE).subarray(0, -4))],
  [
    'brotli with something behind it',
    answer('Content-Encoding: br\r\n', bytes(brotliCompressSync(PAGE), '\n<!-- cache -->')),
  ],
  ['zstd, which nobody asked for', answer('Content-Encoding: zstd\r\n', zstdCompressSync(PAGE))],
  ['UTF-8 as a compression', answer('Content-Encoding: UTF-8\r\n')],
  ['a body cut before its last chunk', answer(CHUNKED, chunk(PAGE))],
  ['a body cut in the middle of a chunk', answer(CHUNKED, bytes('ffff\r\n', PAGE))],
  ['chunks that end in LF', answer(CHUNKED, `${bytes(PAGE).length.toString(16)}\n${PAGE}\n0\n\n`)],
  [
    'chunks with blanks and extensions',
    answer(CHUNKED, `${bytes(PAGE).length.toString(16)}  ;name=value\r\n${PAGE}\r\n0\r\n\r\n`),
  ],
  ['chunked, said twice', answer(CHUNKED.repeat(2), bytes(chunk(PAGE), '0\r\n\r\n'))],
  ['a chunk of no size after the page', answer(CHUNKED, bytes(chunk(PAGE), 'zz\r\n'))],
  ['a body that is shorter than its length', answer('Content-Length: 900000\r\n')],
  [
    'a body with more behind its length',
    answer(`Content-Length: ${bytes(PAGE).length}\r\n`, `${PAGE}HTTP/1.1 500 X\r\n\r\n`),
  ],
  [
    'a type that is none',
    Buffer.from(
      answer()
        .toString('latin1')
        .replace(/Content-Type: [^\r]*/, 'Content-Type: html'),
      'latin1',
    ),
  ],
  [
    'no type',
    Buffer.from(
      answer()
        .toString('latin1')
        .replace(/Content-Type: [^\r]*\r\n/, ''),
      'latin1',
    ),
  ],
  ['a type sent twice', answer('Content-Type: text/html\r\n')],
  [
    'a redirect that leads nowhere',
    Buffer.from(answer().toString('latin1').replace('200 OK', '302 Found'), 'latin1'),
  ],
  [
    'two status lines',
    Buffer.from(
      answer()
        .toString('latin1')
        .replace('200 OK\r\n', '200 OK\r\nHTTP/1.1 404 Invalid (hint: use Accept)\r\n'),
      'latin1',
    ),
  ],
  ['a cookie of a firewall that no header may carry', answer('Set-Cookie: ___utmvc=a\u0001b; path=/\r\n')],
  [
    'chunks that HTTP/1.0 does not know',
    Buffer.from(answer(CHUNKED).toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
  ],
  ['chunks that a proxy took away, and not their header', answer(CHUNKED)],
  ['gzip followed by an empty gzip', answer(GZIP, bytes(packed, gzipSync('')))],
  ['gzip that stops without an end', answer(GZIP, flushed)],
  ['gzip in capitals', answer('Content-Encoding: GZIP\r\n', packed)],
])('%s: the page is seen', async (_name, sent) => {
  const facts = await visit(sent);
  expect(facts.visit.end).toBe('seen');
  expect(facts.page).toMatchObject({ title: 'Menuiserie Dubois', h1: ['Menuiserie Dubois'] });
});

it.each<readonly [string, (socket: import('node:net').Socket) => void]>([
  ['waits for ever before its last chunk', (socket) => void socket.write(answer(CHUNKED, chunk(PAGE)))],
  [
    'waits for ever with less than its length',
    (socket) => void socket.write(answer('Content-Length: 900000\r\n')),
  ],
  [
    'resets the connection after the page',
    (socket) =>
      socket.write(answer('Content-Length: 900000\r\n'), () =>
        setTimeout(() => socket.resetAndDestroy(), 50),
      ),
  ],
])('a site that %s is judged as far as it came', { timeout: 30_000 }, async (_name, sent) => {
  const facts = await visit(sent);
  expect(facts.visit.end).toBe('seen');
  expect(facts.page?.h1).toEqual(['Menuiserie Dubois']);
});

it('a compression counts where there is one, whatever the header says', async () => {
  const compressionOf = async (sent: RawAnswer) => (await visit(sent)).http?.compression;
  expect(await compressionOf(answer(GZIP, packed))).toBe('gzip');
  expect(await compressionOf(answer(GZIP))).toBe('');
  expect(await compressionOf(answer('Content-Encoding: UTF-8\r\n'))).toBe('');
});

describe('redirects', () => {
  const moved = (location: string | Buffer, status = 301) =>
    bytes(`HTTP/1.1 ${status} Moved\r\nLocation: `, location, '\r\nContent-Length: 0\r\n\r\n');

  it.each<readonly [string, string | Buffer, string]>([
    ['a path in raw UTF-8', '/présentation', '/pr%C3%A9sentation'],
    ['a path in raw Latin-1', Buffer.from('/présentation', 'latin1'), '/pr%E9sentation'],
    ['a path with blanks', '/notre maison', '/notre%20maison'],
    ['no scheme', '//site.test/fr', '/fr'],
    ['tabs in the middle', '/fr\t\t\tancais', '/francais'],
    ['blanks around', '  /fr  ', '/fr'],
    ['a fragment', '/fr#_=_', '/fr'],
    ['a path without a slash', 'fr/accueil', '/fr/accueil'],
    ['a query in raw UTF-8', '/test/?q=é', '/test/?q=%C3%A9'],
  ])('%s in a Location leads to where browsers go', async (_name, location, path) => {
    const { network, asked } = await rawInternet({
      'http://site.test': (at) => (at === path ? answer() : moved(location)),
    });
    const facts = await audit(network);
    expect(facts).toMatchObject({ url: `http://site.test${path}`, visit: { end: 'seen' } });
    expect(asked).toContain(`http://site.test${path}`);
  });

  it('a host in raw UTF-8 is the name that it looks like', async () => {
    const { network } = await rawInternet({
      'http://site.test': () => moved('http://café.test/'),
      'http://xn--caf-dma.test': () => answer(),
    });
    expect(await audit(network)).toMatchObject({ url: 'http://xn--caf-dma.test/', visit: { end: 'seen' } });
  });

  it('as many as browsers follow are followed', async () => {
    const { network } = await rawInternet({
      'http://site.test': (path) => {
        const at = Number(path.slice(1));
        return at === 18 ? answer() : moved(`/${at + 1}`);
      },
    });
    expect((await audit(network)).visit.end).toBe('seen');
  });

  it('a cookie for the whole site is brought along to www', async () => {
    const { network } = await rawInternet({
      'http://site.test': () =>
        bytes(
          'HTTP/1.1 302 X\r\nSet-Cookie: ok=1; Domain=.site.test; Path=/\r\nLocation: http://www.site.test/\r\n\r\n',
        ),
      'http://www.site.test': (_path, request) =>
        /^cookie: ok=1\r$/im.test(request) ? answer() : moved('http://site.test/', 302),
    });
    expect(await audit(network)).toMatchObject({ url: 'http://www.site.test/', visit: { end: 'seen' } });
  });
});

describe('a firewall has refused the visit, and the site is not down', () => {
  const page = (title: string, text = '') =>
    `<html><head><title>${title}</title></head><body>${text}</body></html>`;
  it.each<readonly [string, string]>([
    [
      '406',
      page(
        'Not Acceptable!',
        '<h1>Not Acceptable!</h1>An appropriate representation of the requested resource could not be found on this server. This error was generated by Mod_Security.',
      ),
    ],
    ['999', '<script>window.location.href = "https://site.test/authwall";</script>'],
    ['405', page('405 Not Allowed')],
    [
      '415',
      page(
        'Access denied',
        'Access denied by Imunify360 bot-protection. IPs used for automation should be whitelisted',
      ),
    ],
    ['429', page('Too many requests')],
    [
      '200',
      page(
        'Request Rejected',
        'The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 123',
      ),
    ],
    ['200', page('One moment, please...', 'Please wait while your request is being verified...')],
    ['404', page('Not Acceptable!', 'This error was generated by Mod_Security.')],
  ])('%s %s', async (status, body) => {
    const sent = `HTTP/1.1 ${status} X\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n${body}`;
    expect((await visit(sent)).visit).toEqual({ end: 'refused-visit', status: Number(status) });
  });
});

describe('an encoding is what the HTML standard makes of it', () => {
  const legal = (accent: string) => `<!doctype html><p><a href=/ml>Mentions l${accent}gales</a>`;
  const typed = (type: string, body: string | Buffer) =>
    bytes(`HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n`, body);
  it.each<readonly [string, Buffer]>([
    ['Latin-1 without a charset anywhere', typed('text/html', Buffer.from(legal('\u00e9'), 'latin1'))],
    ['UTF-16 by its mark', typed('text/html', Buffer.from(`\ufeff${legal('é')}`, 'utf16le'))],
    [
      'UTF-8 by its mark, whatever the header says',
      typed('text/html; charset=iso-8859-1', `\ufeff${legal('é')}`),
    ],
    ['a header over a meta', typed('text/html; charset="utf-8"', `<meta charset=windows-1252>${legal('é')}`)],
    [
      'a meta',
      typed('text/html', `<meta http-equiv=content-type content="text/html; charset=utf-8">${legal('é')}`),
    ],
    [
      'a meta in a comment is none',
      typed('text/html', Buffer.from(`<!-- <meta charset=utf-8> -->${legal('\u00e9')}`, 'latin1')),
    ],
    [
      'a word in a script is none',
      typed(
        'text/html',
        Buffer.from(`<script charset="utf-8" src=a.js></script>${legal('\u00e9')}`, 'latin1'),
      ),
    ],
    [
      'an encoding that nobody knows is none',
      typed('text/html; charset=utf8mb4', `<meta charset=utf-8>${legal('é')}`),
    ],
    ['accents of their own', typed('text/html; charset=utf-8', legal('e\u0301'))],
  ])('%s', async (_name, sent) => {
    const { page } = await visit(sent);
    expect(page?.legalLinks.identity).toBe('http://site.test/ml');
  });
});

describe('an entrance that is shown, and called an error', () => {
  const text = 'Nous dessinons et posons cuisines et meubles à Lausanne. '.repeat(15);
  const page = (title: string) =>
    `<!doctype html><html lang=fr><title>${title}</title><h1>Bienvenue</h1><p>${text}</p></html>`;
  const sent = (status: number, html: string) =>
    bytes(`HTTP/1.1 ${status} X\r\nContent-Type: text/html; charset=utf-8\r\n\r\n`, html);

  it.each([404, 410, 500])('%i: it is seen, and what that costs is said', async (status) => {
    const facts = await visit(sent(status, page('Menuiserie Dubois')));
    expect(facts).toMatchObject({ visit: { end: 'seen', status }, page: { h1: ['Bienvenue'] } });
    const said = judgeFacts(facts).find(({ id }) => id === 'indexable');
    expect(said).toMatchObject({ outcome: 'failed', sentence: expect.stringContaining(`(${status})`) });
  });

  it.each([
    [404, page('Page introuvable – Menuiserie Dubois')],
    [500, page('Erreur 500')],
    [404, '<title>Dubois</title><p>Rien ici.</p>'],
    [502, `<h1>502 Bad Gateway</h1><p>${text}</p>`],
  ])('%i %s is an error', async (status, html) => {
    expect((await visit(sent(status, html))).visit).toEqual({ end: 'error-page', status });
  });

  it('a page behind the entrance is the error that it says', async () => {
    const { network } = await rawInternet({ 'http://site.test': () => sent(404, page('Menuiserie Dubois')) });
    expect((await audit(network, 'http://site.test/equipe')).visit.end).toBe('error-page');
  });
});

it('robots.txt bars for search engines alone, by the group that names them', async () => {
  const robots = async (text: string, type = 'text/plain') => {
    const { network } = await rawInternet({
      'http://site.test': (path) =>
        path === '/robots.txt' ? `HTTP/1.1 200 OK\r\nContent-Type: ${type}\r\n\r\n${text}` : answer(),
    });
    return outcomeOf(await audit(network), 'indexable');
  };
  expect(await robots('User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nDisallow:')).toBe('ok');
  expect(await robots('User-agent: GPTBot\nUser-agent: CCBot\nDisallow: /')).toBe('ok');
  expect(await robots('\u00ef\u00bb\u00bfUser-agent: *\nDisallow: /')).toBe('failed');
  expect(await robots('User-agent: *\nDisallow: /', 'application/octet-stream')).toBe('failed');
  expect(await robots('<html><p>User-agent: *<p>Disallow: /</html>')).toBe('ok');
});

it('a rule for previews, or for another engine, bars nobody from a page', async () => {
  const page = (head: string) => PAGE.replace('<title>', `${head}<title>`);
  const indexable = async (headers: string, head = '') =>
    outcomeOf(await visit(answer(headers, page(head))), 'indexable');
  expect(await indexable('', '<meta name="robots" content="index, follow, max-image-preview:none">')).toBe(
    'ok',
  );
  expect(await indexable('X-Robots-Tag: bingbot: noindex\r\n')).toBe('ok');
  expect(await indexable('X-Robots-Tag: bingbot: nofollow\r\nX-Robots-Tag: noindex\r\n')).toBe('failed');
  expect(await indexable('X-Robots-Tag: Googlebot: noindex\r\n')).toBe('failed');
  expect(
    await indexable('', '<meta name="robots" content="follow"><meta name="ROBOTS" content="NOINDEX">'),
  ).toBe('failed');
});

it('an age gate is no parked domain', async () => {
  const gate =
    '<!doctype html><title>Cave Dubois</title><p>Ce site est réservé aux personnes de plus de 18 ans.</p>';
  expect((await visit(answer('', gate))).visit.end).toBe('seen');
});

it('protections that are sent twice, as by a server and its proxy, are there', async () => {
  const headers = [
    'X-Content-Type-Options: nosniff',
    'X-Frame-Options: SAMEORIGIN',
    'Referrer-Policy: strict-origin',
    'Content-Security-Policy: default-src *',
  ].map((line) => `${line}\r\n`);
  const facts = await visit(answer(headers.join('').repeat(2)));
  expect(outcomeOf(facts, 'security-headers')).toBe('ok');
});

describe('a page that leads on by itself', () => {
  const leading = (head: string, headers = '') => answer(headers, `<!doctype html>${head}<p>Un instant.</p>`);
  it.each<readonly [string, RawAnswer]>([
    ['a header', leading('', 'Refresh: 0; url=/fr/\r\n')],
    ['a header without a word', leading('', 'Refresh: 0;/fr/\r\n')],
    [
      'a header of an error',
      Buffer.from(
        leading('', 'Refresh: 2; URL=/fr/\r\n').toString('latin1').replace('200 OK', '404 X'),
        'latin1',
      ),
    ],
    ['a meta', leading('<meta http-equiv="refresh" content="0; url=/fr/">')],
    ['a meta with quotes', leading('<META HTTP-EQUIV=Refresh CONTENT="1;URL=\'/fr/\'">')],
    ['a meta with a comma', leading('<meta http-equiv="refresh" content="0, /fr/">')],
    ['a meta under a base', leading('<base href="/fr/x"><meta http-equiv="refresh" content="0; url=./">')],
  ])('%s: where it leads is looked at', async (_name, sent) => {
    const { network } = await rawInternet({
      'http://site.test': (path) => (path === '/fr/' ? answer() : sent),
    });
    const facts = await audit(network);
    expect(facts).toMatchObject({ url: 'http://site.test/fr/', visit: { end: 'seen', status: 200 } });
    expect(facts.http?.redirects).toMatchObject([{ to: 'http://site.test/fr/' }]);
  });

  it.each<readonly [string, RawAnswer]>([
    ['in a noscript', leading('<noscript><meta http-equiv=refresh content="0;url=/sans-js"></noscript>')],
    ['after minutes', leading('<meta http-equiv="refresh" content="300;url=/accueil">')],
    ['to itself', leading('<meta http-equiv="refresh" content="5">')],
    ['to a script', leading('<meta http-equiv="refresh" content="0;url=javascript:x()">')],
  ])('%s: the page is what is looked at', async (_name, sent) => {
    expect(await visit(sent)).toMatchObject({ url: 'http://site.test/', visit: { end: 'seen' } });
  });

  it('pages that lead on for ever end', async () => {
    const { network, asked } = await rawInternet({
      'http://site.test': (path) => leading('', `Refresh: 0; url=${path}x\r\n`),
    });
    await audit(network);
    expect(asked.length).toBeLessThan(20);
  });

  it('a refresh to a private number is not followed', async () => {
    const { network } = await rawInternet({
      'http://site.test': () => leading('', 'Refresh: 0; url=http://127.0.0.1/\r\n'),
    });
    expect((await audit(network)).visit.end).toBe('not-public');
  });
});

describe('a name and its twin with or without www', () => {
  const at = (host: string) => rawInternet({ [`http://${host}`]: () => answer() });
  it.each([
    ['exemple.test', 'www.exemple.test'],
    ['www.exemple.test', 'exemple.test'],
  ])('%s has no address: %s is looked at, and the report says it', async (dead, alive) => {
    const { network } = await at(alive);
    const facts = await audit(network, `https://${dead}/`, { schemeTyped: false });
    expect(facts).toMatchObject({ url: `http://${alive}/`, visit: { end: 'seen', deadName: dead } });
    expect(facts.visit).not.toHaveProperty('elsewhere');
    expect(reportView(facts).tally).toContain(`L’adresse ${dead}, écrite ainsi, ne mène nulle part`);
  });

  it('a name whose numbers are private, or silent, reads as one without any', async () => {
    for (const number of ['10.0.0.1', '192.0.66.99']) {
      const { network } = await rawInternet(
        { 'http://www.exemple.test': () => answer() },
        { 'exemple.test': { numbers: [number] } },
      );
      const { visit: seen } = await audit(network, 'http://exemple.test/');
      expect(seen).toMatchObject({ end: 'seen', deadName: 'exemple.test' });
    }
  });

  it('where neither has one, the name that was asked for is what is missing', async () => {
    const { network } = await at('other.test');
    expect((await audit(network, 'http://exemple.test/')).visit).toEqual({ end: 'name-not-found' });
    expect((await audit(network, 'http://shop.exemple.test/')).visit).toEqual({ end: 'name-not-found' });
  });

  it('a twin that is private is not visited', async () => {
    const { network } = await rawInternet({}, { 'www.exemple.test': { numbers: ['127.0.0.1'] } });
    expect((await audit(network, 'http://exemple.test/')).visit).toEqual({ end: 'name-not-found' });
  });
});

it('a redirect to another port is said to be one, and not that the site is silent', async () => {
  const { network } = await rawInternet({
    'http://site.test': () => 'HTTP/1.1 302 X\r\nLocation: http://site.test:8080/\r\n\r\n',
  });
  expect((await audit(network)).visit).toEqual({ end: 'other-port' });
});

describe('a certificate without the one between it and its authority', () => {
  const made = makeChain('site.test', 'http://pki.test/intermediate.crt');
  const sites = (cert: string, issuer: Buffer) =>
    rawInternet(
      {
        'https://site.test': () => answer(),
        'http://pki.test': () =>
          bytes('HTTP/1.1 200 OK\r\nContent-Type: application/pkix-cert\r\n\r\n', issuer),
      },
      { tls: { key: made.key, cert } },
    );
  const https = (facts: Facts) => judgeFacts(facts).find(({ id }) => id === 'https');

  it('is told in a sentence of its own: some devices warn', async () => {
    const { network } = await sites(made.leaf, made.intermediateDer);
    const facts = await audit(network, 'https://site.test/', { ca: made.root });
    expect(facts.http?.tls).toMatchObject({ trusted: false, incomplete: true });
    expect(https(facts)?.sentence).toContain('certains appareils avertissent');
    expect(https(facts)?.remedy).toContain('intermédiaire');
    expect(outcomeOf(facts, 'certificate')).toBe('ok');
  });

  it('is another matter where it leads to no authority', async () => {
    const { network } = await sites(made.leaf, made.intermediateDer);
    const facts = await audit(network, 'https://site.test/', {
      ca: makeChain('x.test', 'http://x.test/').root,
    });
    expect(facts.http?.tls).not.toHaveProperty('incomplete');
    expect(https(facts)?.sentence).not.toContain('certains appareils');
  });

  it('is trusted where the chain is sent whole', async () => {
    const { network } = await sites(`${made.leaf}${made.intermediate}`, made.intermediateDer);
    const facts = await audit(network, 'https://site.test/', { ca: made.root });
    expect(facts.http?.tls).toMatchObject({ trusted: true });
  });
});
