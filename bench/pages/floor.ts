import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { securityHeaders } from '#server/http/hooks.ts';
import type { serveSecurely } from './front.ts';

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
export function floorPage(dist: string): Parameters<typeof serveSecurely>[1] {
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
