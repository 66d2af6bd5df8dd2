import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';

import { booking } from '#content/booking.ts';
import { byWay } from '#domain/booking.ts';

import { needsOf, type PageNeed } from '#domain/page-needs.ts';
import { inlineHashes } from '../http/pages/template.ts';

/** Third-party pages that a page may embed when it declares that it does. */
const FRAMES: readonly FrameUse[] = [
  ...byWay<readonly FrameUse[]>(booking, {
    own: [],
    provider: ({ page }) => [{ need: 'booking', origin: new URL(page).origin }],
    message: [],
  }),
  { need: 'youtube', origin: 'https://www.youtube-nocookie.com' },
];

/** Pages whose address may hold what a visitor typed, or a secret: they send no referrer. */
const PRIVATE_ADDRESSES = new Set(['/introduction', '/validation']);

/**
 * The headers of one file of the site, besides those of every answer.
 * @param address path, as in a request
 * @param html the page, when it is one
 */
function headersOf(address: string, html: string | undefined): Readonly<Record<string, string>> {
  return {
    ...(html !== undefined && { 'content-security-policy': pagePolicy(html, FRAMES) }),
    ...(PRIVATE_ADDRESSES.has(address) && { 'referrer-policy': 'no-referrer' }),
    // Other sites show the preview images of shared links; no other file may be embedded elsewhere.
    ...(address.startsWith('/og/') && { 'cross-origin-resource-policy': 'cross-origin' }),
  };
}

export interface Representation {
  readonly bytes: Buffer;
  /** A strong ETag: a hash of the content, different for each encoding. */
  readonly etag: string;
}

export interface SiteFile {
  readonly type: string;
  readonly cacheControl: string;
  /** The headers of this file, besides those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly identity: Representation;
  readonly brotli?: Representation;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.vtt': 'text/vtt; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
};

/**
 * Reads a built site into memory, by path: `/sales` is `sales/index.html`, `/404` is `404.html`.
 * Only these files are ever served, so no path can lead out of the folder, and replacing the folder does not affect a
 * running server.
 */
export function readSite(dir: string): ReadonlyMap<string, SiteFile> {
  const paths = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dir, sep).length))
    .filter((path) => !isHidden(path));
  const compressed = new Set(paths.filter((path) => path.endsWith('.br')));
  const plain = paths.filter((path) => !compressed.has(path));
  return new Map(plain.map((path) => [addressOf(path), readFile(dir, path, compressed.has(`${path}.br`))]));
}

/** Whether a path begins with a dot, like the build's own notes; `.well-known` (RFC 8615) is public. */
function isHidden(path: string): boolean {
  return path.split(sep).some((part) => part.startsWith('.') && part !== '.well-known');
}

function readFile(dir: string, path: string, hasBrotli: boolean): SiteFile {
  const bytes = readFileSync(join(dir, path));
  return {
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    cacheControl: cacheControlOf(path),
    headers: headersOf(addressOf(path), path.endsWith('.html') ? bytes.toString('utf8') : undefined),
    ...representations(bytes, hasBrotli ? readFileSync(join(dir, `${path}.br`)) : undefined),
  };
}

/** A file's bytes as they are, and compressed where there is such a file. */
export function representations(bytes: Buffer, brotli?: Buffer): Pick<SiteFile, 'identity' | 'brotli'> {
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return {
    identity: { bytes, etag: `"${tag}"` },
    ...(brotli && { brotli: { bytes: brotli, etag: `"${tag}-br"` } }),
  };
}

function addressOf(path: string): string {
  const address = `/${path.split(sep).join('/')}`;
  return address.endsWith('.html') ? address.replace(/(\/index)?\.html$/, '') || '/' : address;
}

/** Files with a hash in their name never change; all others are revalidated each time, mostly with a 304. */
function cacheControlOf(path: string): string {
  if (path.startsWith(`_astro${sep}`) || path.startsWith(`drawings${sep}`))
    return 'public, max-age=31536000, immutable';
  return path.endsWith('.html') ? 'no-cache' : 'public, max-age=3600';
}

/** Origins that a page may embed in a frame when it declares the need. */
interface FrameUse {
  readonly need: PageNeed;
  readonly origin: string;
}

/**
 * The content security policy of one built page: only what the page declares is allowed. Inline scripts and styles are
 * allowed by their hashes, so that injected ones do not run (https://www.w3.org/TR/CSP3/).
 * @throws Error when the page declares an unknown need
 */
export function pagePolicy(html: string, frames: readonly FrameUse[]): string {
  const scripts = inlineHashes(html, 'script');
  const styles = inlineHashes(html, 'style');
  const needs = needsOf(html);
  const origins = frames.filter(({ need }) => needs.has(need)).map(({ origin }) => origin);
  const directives: [name: string, sources: readonly string[]][] = [
    ['default-src', ["'none'"]],
    ['script-src', /<script\b/.test(html) ? ["'self'", ...scripts] : []],
    ['style-src', ["'self'", ...styles]],
    ['img-src', ["'self'"]],
    ['font-src', ["'self'"]],
    ['connect-src', ["'self'"]],
    ['media-src', needs.has('film') ? ["'self'"] : []],
    ['manifest-src', ["'self'"]],
    ['frame-src', origins],
    // Covered by default-src, repeated for security scanners that ignore it.
    ['object-src', ["'none'"]],
    ['base-uri', ["'none'"]],
    ['form-action', [needs.has('form') ? "'self'" : "'none'"]],
    ['frame-ancestors', ["'none'"]],
  ];
  return directives
    .filter(([, sources]) => sources.length > 0)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}
