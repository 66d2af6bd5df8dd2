import type { FastifyRequest } from 'fastify';

/**
 * Whether a POST comes from a page of this site or from no page at all (against cross-site request forgery). Browsers
 * say so in Sec-Fetch-Site (https://www.w3.org/TR/fetch-metadata/), which no page can forge; older ones send Origin.
 * A client that sends neither is no browser, and so no page can misuse it.
 * @param publicUrl origin of the site
 */
export function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}

/**
 * The same for a page behind a secret address. Such pages are sent with `no-referrer`, so a browser without
 * Sec-Fetch-Site (an older one, or any over plain http) posts their forms with `Origin: null`. They are taken: another
 * site does not know the address.
 * @param publicUrl origin of the site
 */
export function isOwnLinkOrigin(request: FastifyRequest, publicUrl: string): boolean {
  const { 'sec-fetch-site': site, origin } = request.headers;
  return (site === undefined && origin === 'null') || isOwnOrigin(request, publicUrl);
}
