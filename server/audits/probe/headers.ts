/// <reference path="./html-encoding-sniffer.d.ts" />
import sniffEncoding from 'html-encoding-sniffer';
import type { ResponseHeaders } from '../../outgoing/tolerant-response.ts';
import type { Answer } from './get.ts';

/** Those that a check reads or a reader may ask for, and the most characters that are kept of one. */
const KEPT: Readonly<Record<string, number>> = {
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
    Object.entries(KEPT).flatMap(([name, most]) => {
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
export function htmlOf({ headers, body }: Pick<Answer, 'headers' | 'body'>): string | undefined {
  const type = contentType(headers);
  const said = /;\s*charset\s*=\s*["']?([^"';\s]+)/i.exec(type ?? headers.get('content-type') ?? '')?.[1];
  const isXml = type !== undefined && XML.test(type);
  if (type !== undefined && !HTML.test(type) && !isXml) return undefined;
  const text = decoded(body.bytes, said, isXml || /^application\/xhtml/i.test(type ?? ''));
  if (isXml) return /^[^<]*(<[?!][^>]*>\s*)*<html[\s>]/i.test(text.slice(0, 4_000)) ? text : undefined;
  return type === undefined && !BEGINS_AS_HTML.test(text.slice(0, 4_000)) ? undefined : text;
}

function decoded(bytes: Buffer, said: string | undefined, xml: boolean): string {
  const encoding = sniffEncoding(bytes, {
    xml,
    ...(said !== undefined && { transportLayerEncodingLabel: said }),
  });
  try {
    return new TextDecoder(encoding).decode(bytes);
  } catch {
    // `replacement` and `x-user-defined`, which Node does not know.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
