import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { securityHeaders } from '#server/http/hooks.ts';
import type { Certificate } from '../../tests/deploy/certificate.ts';

type Handler = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

export interface Front {
  /** For example `https://127.0.0.1:40123`. */
  readonly url: string;
  close(): void;
}

/** Serves over TLS and HTTP/2 on a free port of the loopback address, as a proxy in production does. */
export async function serveSecurely({ keyFile, ca }: Certificate, handler: Handler): Promise<Front> {
  const server = createSecureServer({ key: readFileSync(keyFile), cert: ca, allowHTTP1: true }, handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `https://127.0.0.1:${port}`, close: () => server.close() };
}

/** Headers of one connection, which HTTP/2 forbids (RFC 9113, section 8.2.2). */
const OF_CONNECTION = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade']);

/** Passes everything on to a plain HTTP server, bytes untouched: what it compressed stays compressed. */
export function passOn(to: string): Handler {
  const { hostname, port, host } = new URL(to);
  return (incoming, outgoing) => {
    const headers = Object.fromEntries(
      Object.entries(incoming.headers).filter(([name]) => !name.startsWith(':') && !OF_CONNECTION.has(name)),
    );
    const { method, url: path } = incoming;
    const onward = request({ hostname, port, path, method, headers: { ...headers, host } }, (answer) => {
      for (const [name, value] of Object.entries(answer.headers))
        if (value !== undefined && !OF_CONNECTION.has(name)) outgoing.setHeader(name, value);
      outgoing.writeHead(answer.statusCode ?? 502);
      answer.pipe(outgoing);
    });
    onward.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(onward);
  };
}

const root = join(import.meta.dirname, '../..');
/** The site's headers but for the content policy, whose hashes do not cover this page's styles. */
const { 'content-security-policy': _, ...HEADERS } = securityHeaders('http://127.0.0.1');

const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * The floor: a page written by hand (bench/floor/index.html) with the picture and the text font of /sales, no script
 * and nothing else. What it costs is what such a page costs at the least. It is sent with the site's own headers,
 * since one of them, `Cross-Origin-Opener-Policy`, has a browser start a second process before it reads any page.
 * @param dist the built site, whose picture and font it shows
 */
export function floorPage(dist: string): Handler {
  const html = brotliCompressSync(readFileSync(join(root, 'bench/floor/index.html')));
  const [picture = ''] = globSync('_astro/film-vente-poster.*_*.avif', { cwd: dist });
  const files = new Map([
    ['/', { type: 'text/html; charset=utf-8', body: html, encoding: 'br', age: 'no-cache' }],
    ['/poster.avif', { type: 'image/avif', body: readFileSync(join(dist, picture)), age: FOR_EVER }],
    [
      '/text.woff2',
      { type: 'font/woff2', body: readFileSync(join(root, '.cache/fonts/agency-text.woff2')), age: FOR_EVER },
    ],
    ['/robots.txt', { type: 'text/plain', body: Buffer.from('User-agent: *\nAllow: /\n'), age: 'no-cache' }],
  ]);
  return (request, response) => {
    const file: { type: string; body: Buffer; encoding?: string; age: string } | undefined = files.get(
      request.url,
    );
    if (!file) return void response.writeHead(404).end();
    const { type, body, encoding, age } = file;
    response.writeHead(200, {
      ...HEADERS,
      'content-type': type,
      'content-length': body.length,
      'cache-control': age,
      ...(encoding && { 'content-encoding': encoding }),
    });
    response.end(body);
  };
}
