import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

export const AUTHENTICATE = { 'Proxy-Authenticate': 'Basic realm="audit"', 'Content-Length': '0' } as const;

/** Whether a request carries the proxy's own user and password (RFC 7617), compared in constant time. */
export function carriesCredentials(incoming: IncomingMessage, username: string, password: string): boolean {
  const expected = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  return timingSafeEqual(digest(incoming.headers['proxy-authorization'] ?? ''), digest(expected));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
