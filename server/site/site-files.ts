import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, sep } from 'node:path';
import { headersOf } from './page-headers.ts';

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
