/// <reference path="./html-encoding-sniffer.d.ts" />

import { Worker } from 'node:worker_threads';
import sniffEncoding from 'html-encoding-sniffer';
import type { VisitEnd } from '#domain/audit.ts';
import type { ResponseHeaders } from '../../outgoing/tolerant-response.ts';
import type { PageAnswer } from './get.ts';
import type { PageWork, ReadPage } from './page-thread.ts';

/** Those that a check reads or a reader may ask for, and the most characters that are kept of one. */
const KEPT_HEADERS: Readonly<Record<string, number>> = {
  'cache-control': 1_000,
  'content-encoding': 100,
  'content-language': 100,
  'content-security-policy': 12_000,
  'content-security-policy-report-only': 4_000,
  'content-type': 1_000,
  etag: 1_000,
  expires: 1_000,
  'last-modified': 1_000,
  'permissions-policy': 4_000,
  'referrer-policy': 1_000,
  server: 1_000,
  'strict-transport-security': 1_000,
  vary: 1_000,
  'x-content-type-options': 1_000,
  'x-frame-options': 1_000,
  'x-robots-tag': 4_000,
};

export function keptHeaders(headers: ResponseHeaders): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(KEPT_HEADERS).flatMap(([name, most]) => {
      const value = headers.get(name);
      return value === undefined ? [] : [[name, value.slice(0, most)]];
    }),
  );
}

/** What the answer says it is: of several values the last that is a type (Fetch, “extract a MIME type”). */
export function contentType(headers: ResponseHeaders): string | undefined {
  return headers
    .all('content-type')
    .flatMap((value) => value.split(','))
    .map((value) => value.trim())
    .findLast(
      (value) => /^[^\s/;*]+\/[^\s/;*]+/.test(value) && !/^(unknown|application)\/unknown\b/i.test(value),
    );
}

const HTML = /^(text\/html|application\/xhtml\+xml)\b/i;
const XML = /^(text|application)\/xml\b/i;
/** How a page begins whose type nobody says (MIME Sniffing, section 7.1). */
const BEGINS_AS_HTML =
  /^\s*<(!--|!doctype html|(html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link|base|main|header|section|span|center|img)[\s>/])/i;

/** The page's text in its encoding, as the HTML standard finds it; undefined where the answer is no page. */
export function htmlOf({ headers, body }: Pick<PageAnswer, 'headers' | 'body'>): string | undefined {
  const type = contentType(headers);
  const charset = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(type ?? headers.get('content-type') ?? '')?.[1];
  const isXml = type !== undefined && XML.test(type);
  if (type !== undefined && !HTML.test(type) && !isXml) return undefined;
  const text = decoded(body.bytes, charset, isXml || /^application\/xhtml/i.test(type ?? ''));
  if (isXml) return /^[^<]*(<[?!][^>]*>\s*)*<html[\s>]/i.test(text.slice(0, 4_000)) ? text : undefined;
  return type === undefined && !BEGINS_AS_HTML.test(text.slice(0, 4_000)) ? undefined : text;
}

function decoded(bytes: Buffer, charset: string | undefined, xml: boolean): string {
  const encoding = sniffEncoding(bytes, {
    xml,
    ...(charset !== undefined && { transportLayerEncodingLabel: charset }),
  });
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // `replacement` and `x-user-defined`, which Node does not know.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * What a firewall, a wall against programs or a login answers with to a page that others see: besides those that are
 * made for it, the ones that no ordinary page has for a request of ours, and that products of the kind are set to
 * (ModSecurity 406, AWS WAF 405, Imunify360 415, Shopify 430).
 */
const REFUSING = [401, 403, 405, 406, 407, 412, 415, 418, 420, 429, 430, 444, 451, 503];
/** What such a wall writes beside its page. */
const WALL_HEADERS = ['cf-mitigated', 'x-vercel-mitigated', 'x-amzn-waf-action', 'x-sucuri-block'];

/** `/` and `/fr/` */
const ENTRANCE = /^\/([a-z]{2}(-[a-z]{2})?\/?)?$/i;

/** Whether a status refuses the visit: one of `REFUSING`, or one that HTTP does not have, such as LinkedIn's 999. */
export function refusesVisit(status: number): boolean {
  return REFUSING.includes(status) || status >= 600;
}

/** What kind of end an answer is; `seen` where a page came. */
export function endOf(answer: PageAnswer, read: Pick<ReadPage, 'kind' | 'isReal'> | undefined): VisitEnd {
  const { status, headers, body, url } = answer;
  const kind = read?.kind;
  if (refusesVisit(status) || WALL_HEADERS.some((name) => headers.get(name) !== undefined))
    return 'refused-visit';
  if (kind === 'wall') return 'refused-visit';
  const html = htmlOf(answer);
  // A redirect that leads nowhere is shown as the page that it is, and so is an entrance that is called an error.
  const isShown = html
    ? status < 400 || (ENTRANCE.test(url.pathname) && read?.isReal === true)
    : status < 300;
  if (status < 200 || !isShown) return 'error-page';
  if (html === undefined) return 'not-html';
  if (body.cut) return 'too-large';
  return kind === 'parked' ? 'parked' : 'seen';
}

const THREAD = new URL('./page-thread.ts', import.meta.url);
/** A page may be made to cost the reader dearly: it then fills and holds up its thread alone. */
const READING_LIMITS = { ms: 6_000, memoryMb: 128 };

/** What stands in a page, read in a thread of its own; undefined when that takes too much time or memory. */
export function readPageAside(work: PageWork, limits = READING_LIMITS): Promise<ReadPage | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReadPage | undefined>();
  const thread = new Worker(THREAD, {
    workerData: work,
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 8 },
    env: {},
    stderr: true,
  });
  const timer = setTimeout(() => void thread.terminate(), limits.ms);
  thread.once('message', resolve);
  thread.once('error', () => resolve(undefined));
  thread.once('exit', () => {
    clearTimeout(timer);
    resolve(undefined);
  });
  return promise;
}
