import { isIP } from 'node:net';
import type { AddressRefusal } from '#domain/audit.ts';
import { isPublicAddress } from './public-address.ts';

export type TypedAddress =
  | { readonly ok: true; readonly url: string; readonly schemeTyped: boolean }
  | { readonly ok: false; readonly refusal: AddressRefusal };

const LONGEST = 2_000;
const EMAIL = /^(mailto:)?[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/i;
/** RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`. */
const LOCAL_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/;

/**
 * Turns what a visitor typed into an absolute URL: `https://` is put before it when no scheme was typed, the host's
 * name is written in punycode, the fragment is dropped. What cannot be audited is refused, with the reason.
 * @param own IP addresses under which this server is reached from outside; they are refused like private ones
 */
export function readTypedAddress(typed: string, own: readonly string[] = []): TypedAddress {
  const text = typed.trim();
  if (text === '') return refuse('empty');
  if (text.length > LONGEST) return refuse('too-long');
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return refuse('malformed');
  if (EMAIL.test(text)) return refuse('email');
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined && hasUserInfo(text)) return refuse('credentials');
  if (scheme === undefined && /^[a-z][a-z0-9+-]*:(?!\d+(\/|\?|#|$))/i.test(text)) return refuse('scheme');
  if (scheme !== undefined && scheme !== 'http' && scheme !== 'https') return refuse('scheme');
  const url = URL.parse(scheme === undefined ? `https://${text}` : text);
  return url === null ? refuse('malformed') : readUrl(url, scheme !== undefined, own);
}

function readUrl(url: URL, schemeTyped: boolean, own: readonly string[]): TypedAddress {
  if (url.username !== '' || url.password !== '') return refuse('credentials');
  if (url.port !== '' && url.port !== '80' && url.port !== '443') return refuse('port');
  const host = bareHost(url);
  if (isIP(host) !== 0) {
    if (!isPublicAddress(host, own)) return refuse('not-public');
  } else {
    if (LOCAL_NAMES.test(host)) return refuse('local-name');
    if (!host.includes('.')) return refuse('malformed');
    if (!isName(host)) return refuse('malformed');
    url.hostname = host;
  }
  url.hash = '';
  return { ok: true, url: url.href, schemeTyped };
}

/** The host of a URL without brackets and without the dot that may end a full name. */
export function bareHost(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
}

/** Labels of 1 to 63 letters, digits, hyphens or underscores, 253 in all (RFC 1035); the last is no number. */
function isName(host: string): boolean {
  const labels = host.split('.');
  return host.length <= 253 && labels.every((label) => /^[a-z0-9_-]{1,63}$/.test(label));
}

function hasUserInfo(text: string): boolean {
  return /^[^/?#]*@/.test(text);
}

function refuse(refusal: AddressRefusal): TypedAddress {
  return { ok: false, refusal };
}
