import type { FastifyRequest } from 'fastify';
import { declinesCounting } from '#domain/navigation.ts';
import { DIRECT, queryOf, type Source, sourceOfSite, sourceSaid } from '#domain/source.ts';
import type { LeadOrigin } from '../fields/origin-fields.ts';
import { ownOrigins } from '../http/forms.ts';

type Asked = Pick<FastifyRequest, 'headers' | 'url'>;

/** Where a request comes from: a page of this site, by its path, or another site. */
export interface From {
  /** The path of the page, when it is one of this site. */
  readonly page: string | undefined;
  readonly source: Source;
}

/**
 * Where a request comes from: by its own address, else by that of the page of this site that it comes from, else by
 * the site that it comes from.
 * @param publicUrl origin of the site
 */
export function fromOf({ headers, url }: Asked, publicUrl: string): From {
  const referer = headers.referer === undefined ? null : URL.parse(headers.referer);
  const isOwn = referer !== null && ownOrigins(headers, publicUrl).includes(referer.origin);
  const said = saidIn(url.slice(url.indexOf('?') + 1 || url.length));
  const page = isOwn ? referer.pathname : undefined;
  if (said !== undefined || referer === null) return { page, source: said ?? DIRECT };
  return { page, source: isOwn ? (saidIn(referer.search) ?? DIRECT) : sourceOfSite(referer.hostname) };
}

/** A path without anything that only one visitor's address has. */
const PLAIN_PATH = /^\/[\w./-]{0,99}$/;

/**
 * Where a lead comes from: the page and the source that its address says, else the source that the server wrote into
 * its form. Of a visitor who declines counting the page alone is kept.
 * @param pageUrl the address of the page with the form, as the lead has it
 * @param said the form's field for the source
 */
export function originOf({ headers }: Asked, pageUrl: string, said: string): LeadOrigin {
  const at = URL.parse(pageUrl);
  const page = at !== null && PLAIN_PATH.test(at.pathname) ? { page: at.pathname } : {};
  if (declinesCounting(headers)) return page;
  return {
    ...page,
    ...(saidIn(at?.search ?? '') ?? saidIn(said) ?? DIRECT),
  };
}

/** The page as a path, with the source that its form says where it says none: a form that is shown again keeps it. */
export function pageWithSource(page: string, said: string): string {
  const [path = '', query = ''] = page.split('?', 2);
  const source = saidIn(query) === undefined ? saidIn(said) : undefined;
  if (source === undefined) return page;
  return `${path}?${query === '' ? '' : `${query}&`}${queryOf(source)}`;
}

function saidIn(query: string): Source | undefined {
  if (!query.includes('utm_')) return undefined;
  const said = new URLSearchParams(query);
  return sourceSaid((parameter) => said.get(parameter));
}
