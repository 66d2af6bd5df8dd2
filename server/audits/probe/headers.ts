import type { IncomingHttpHeaders } from 'node:http';
import type { Answer } from './get.ts';

/** Those that a check reads or a reader may ask for. */
const KEPT = [
  'cache-control',
  'content-encoding',
  'content-language',
  'content-security-policy',
  'content-security-policy-report-only',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'permissions-policy',
  'referrer-policy',
  'server',
  'strict-transport-security',
  'vary',
  'x-content-type-options',
  'x-frame-options',
  'x-robots-tag',
];

export function keptHeaders(headers: IncomingHttpHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    KEPT.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value).slice(0, 4_000)]];
    }),
  );
}

/** The page's text in the encoding that its header or its first kilobyte names; UTF-8 otherwise. */
export function htmlOf({ headers, body }: Pick<Answer, 'headers' | 'body'>): string {
  const named = /charset=["']?([\w-]+)/i;
  const start = body.bytes.subarray(0, 1_024).toString('latin1');
  const label = named.exec(headers['content-type'] ?? '')?.[1] ?? named.exec(start)?.[1] ?? 'utf-8';
  try {
    return new TextDecoder(label).decode(body.bytes);
  } catch {
    return body.bytes.toString('utf8');
  }
}
