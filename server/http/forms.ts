import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FORM_PAGE } from '#domain/form-page.ts';
import { LONGEST_URL } from '#domain/longest-url.ts';
import { cleanText } from '#domain/text.ts';

/** The content type of a form that a browser posts without JavaScript. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Makes the body of a posted form `URLSearchParams`. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser<string>(
    FORM_TYPE,
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}

/** What was typed into a field, cleaned; empty when the field is missing or no text. */
export function typedText(value: unknown): string {
  return typeof value === 'string' ? cleanText(value) : '';
}

/** The origins under which this site is reached. @param publicUrl origin of the site */
export function ownOrigins({ host }: FastifyRequest['headers'], publicUrl: string): string[] {
  return [publicUrl, `http://${host}`, `https://${host}`];
}

/**
 * The page that a form without JavaScript was posted from, as a path with its query: what the form itself names, or
 * else the Referer, when it is a page of this site; `FORM_PAGE` when neither says it.
 * @param named what the form names, untrusted
 * @param publicUrl origin of the site
 */
export function postedFrom(
  { headers, url }: FastifyRequest,
  named: string | null,
  publicUrl: string,
): string {
  const own = ownOrigins(headers, publicUrl);
  for (const address of [named, headers.referer]) {
    const page = address ? URL.parse(address, publicUrl) : null;
    const isPage = page !== null && own.includes(page.origin) && page.pathname !== url.split('?')[0];
    const path = isPage ? page.pathname + page.search : '';
    if (path !== '' && publicUrl.length + path.length <= LONGEST_URL) return path;
  }
  return FORM_PAGE;
}

/**
 * Whether a POST comes from a page of this site or from no page at all (against cross-site request forgery). Browsers
 * say so in Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), which no page can forge; older ones (Safari before
 * 16.4, any over plain http) send Origin. Theirs is `null` from our pages that are sent with `no-referrer`, and so it is
 * taken, though a page of another site can have it sent as well: no form here has a power that comes with the browser.
 * An address with a token, and the desk's own token, are unknown to that page; a form that needs neither could be posted
 * without any browser. A client that sends neither header is no browser, and so no page can misuse it.
 * @param publicUrl origin of the site
 */
export function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === 'null' || origin === publicUrl) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
