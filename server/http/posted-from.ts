import type { FastifyRequest } from 'fastify';
import { FORM_PAGE } from '#domain/form-page.ts';
import { LONGEST_URL } from '#domain/longest-url.ts';

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
