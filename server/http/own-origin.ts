import type { FastifyRequest } from 'fastify';

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
