import { isIP } from 'node:net';
import { parse } from 'tldts';
import type { AddressRefusal } from '#domain/audit.ts';
import { withoutEnd } from '#domain/text.ts';
import { isPublicAddress } from './public-address.ts';

export type TypedAddress =
  | { readonly ok: true; readonly url: string; readonly schemeTyped: boolean }
  | { readonly ok: false; readonly refusal: AddressRefusal };

const LONGEST = 2_000;
const EMAIL = /^(mailto:)?[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]+$/i;
/** RFC 6761, RFC 6762, RFC 8375 and ICANN's `internal`. */
const LOCAL_NAMES = /(^|\.)(localhost|local|localdomain|internal|intranet|lan|home\.arpa)$/;

/** Characters that browsers leave out of a name (UTS 46, “ignored”), and others that nobody sees. */
const UNSEEN = /[\u00ad\u115f\u1160\u180e\u200b\u2060\u3164\ufeff\uffa0]/g;
/** What stands around an address in a mail, a sentence or a spreadsheet. */
const AROUND = '\\s\\p{C}<>"\'«»“”„‚‘’‹›`*|,;!…•·–—';
const BEFORE = new RegExp(
  String.raw`^(?:[${AROUND}(\[{:.\\/-]|(?:url|site|site (?:web|internet)|web|internet|adresse|lien)\s*[:=])+`,
  'iu',
);
const BEHIND = new RegExp(`[${AROUND}:.?]`, 'u');
/** `http://` and `https://`, as they are mistyped, and as they stand before one that was there already. */
const SCHEME =
  /^(?:www\.)?h{0,2}t{1,3}p{1,2}(?<s>s{0,2})\s*(?:[:;.,]{0,2}\s*[\\/]+|:)[\s\p{Cf}]*(?!\d+(?:[/?#]|$))/iu;
/** What parts two addresses, or an address and words. */
const BETWEEN = /[\s<>"'«»“”|,;()[\]]+/u;

/**
 * Turns what a visitor typed into an absolute URL: `https://` is put before it when no scheme was typed, the host's
 * name is written in punycode, the fragment is dropped. What stands around it, a scheme that is mistyped or there twice,
 * and words beside it do not matter where one meaning is left. What cannot be audited is refused, with the reason.
 * @param own IP addresses under which this server is reached from outside; they are refused like private ones
 */
export function readTypedAddress(typed: string, own: readonly string[] = []): TypedAddress {
  if (typed.trim().length > LONGEST) return refuse('too-long');
  const text = /[\uff01-\uff5e]/.test(typed) ? typed.normalize('NFKC') : typed;
  const bare = unwrapped(text.replace(UNSEEN, ''));
  if (bare === '') return refuse('empty');
  const read = readOne(bare, own);
  if (read.ok || read.refusal !== 'malformed') return read;
  return readAmongWords(bare, own) ?? read;
}

/** The only address among words, or the only one that a text with blanks or commas in it can mean. */
function readAmongWords(text: string, own: readonly string[]): TypedAddress | undefined {
  const words = text
    .split(BETWEEN)
    .map(unwrapped)
    .filter((word) => word !== '');
  const found = new Map<string, TypedAddress & { readonly ok: true }>();
  for (const word of words) {
    const read = hasUserInfo(word) ? undefined : readOne(word, own);
    if (!read?.ok || !(read.schemeTyped || isLikelyHost(read.url))) continue;
    const { host, pathname, search } = new URL(read.url);
    const meant = `${host.replace(/^www\./, '')}${pathname}${search}`;
    if (!found.get(meant)?.schemeTyped) found.set(meant, read);
  }
  const [only] = found.values();
  if (found.size > 0) return found.size === 1 ? only : undefined;
  if (words.some((word) => EMAIL.test(word))) return refuse('email');
  for (const joined of [text.replaceAll(/\s*([./:])\s*/g, '$1'), text.replaceAll(/\s*[.,]\s*/g, '.')]) {
    const read = /\s/.test(joined) ? undefined : readOne(joined, own);
    if (read?.ok && isLikelyHost(read.url)) return read;
  }
  return undefined;
}

function unwrapped(text: string): string {
  // The brackets of an IPv6 address are part of it.
  const isNumber = /^\[[\da-f:.]+\]/i.test(text.trim());
  let bare = withoutEnd(isNumber ? text.trim() : text.replace(BEFORE, ''), BEHIND);
  for (const [open, close] of ['()', '[]', '{}']) {
    const count = (one = '') => bare.split(one).length;
    while (close !== undefined && bare.endsWith(close) && count(close) > count(open))
      bare = withoutEnd(bare.slice(0, -1), BEHIND);
  }
  return bare;
}

/** Of words, those are taken for a host that end as hosts do: `fin.Merci` is none. */
function isLikelyHost(url: string): boolean {
  const { hostname } = new URL(url);
  return /^www\.[^.]+\./.test(hostname) || parse(hostname).isIcann === true;
}

function readOne(typed: string, own: readonly string[]): TypedAddress {
  let text = typed;
  let scheme: 'http' | 'https' | undefined;
  for (let match = SCHEME.exec(text); match !== null; match = SCHEME.exec(text)) {
    scheme = match.groups?.s === '' ? 'http' : 'https';
    text = text.slice(match[0].length);
  }
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text)) return refuse('malformed');
  if (EMAIL.test(text)) return refuse('email');
  if (scheme === undefined && /^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return refuse('scheme');
  if (scheme === undefined && hasUserInfo(text)) return refuse('credentials');
  if (scheme === undefined && /^[a-z][a-z0-9+-]*:(?!\d+(\/|\?|#|$))/i.test(text)) return refuse('scheme');
  const url = URL.parse(`${scheme ?? 'https'}://${text}`);
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
