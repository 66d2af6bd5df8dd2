import type { FastifyRequest } from 'fastify';

/**
 * Whether a post comes from a page of this site or from no page at all. Browsers say so themselves in Sec-Fetch-Site
 * (https://www.w3.org/TR/fetch-metadata/), which no page can forge: another site, and another host of the same
 * domain, are turned away. Those that do not say it send Origin with a post; a client that is no browser sends
 * neither, and has nobody's cookies to misuse.
 * @param publicUrl origin of the site
 */
export function isOwnOrigin({ headers }: FastifyRequest, publicUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin, host } = headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host;
}
