import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withoutEnd } from '#domain/text.ts';
import { decoded, linkPath, pathOf, SERVER_PATHS } from '../http/addresses.ts';
import { PRIVATE } from '../http/send-page.ts';

/** The addresses of the built site. */
type Site = Pick<ReadonlyMap<string, unknown>, 'has' | 'keys'>;

/** What follows the path of a secret link: its token, then a file or what is done with it. */
const AFTER_LINK = /^[\w-]+(?:\.ics|\/[\w-]+(?:\.\w+)?)?$/;

/** Characters that are not seen: mail programs and word processors break long addresses with them. */
const INVISIBLE = /\p{Cf}+/gu;
/** The end of the sentence, the bracket or the quotation that an address stood in; NUL is an attack, and no address. */
const AFTER_ADDRESS = /[^\p{L}\p{N}\0_-]/u;
/** The same where no token may end so: Markdown and chat programs put addresses in italics with them. */
const AFTER_PAGE = /[^\p{L}\p{N}\0]/u;
/** Characters: no address of ours is near it, and none longer is looked at. */
const LONGEST = 2_048;
const FILE_NAME = /(?:\/index)?\.html?$/;

/**
 * Finds the address that was meant by one that mail programs, print or a hand have spoilt: in capitals, with a slash
 * too many, the punctuation of its sentence, `.html`, or a query without its `?`.
 * @returns for the target of a request, an address of this site that exists, with what the query was, or undefined: the
 * target is right as it is, or names nothing. What the target says never gets into the path but as a link's token
 */
export function addressCorrector(site: Site): (target: string) => string | undefined {
  const known = new Map([...SERVER_PATHS, ...site.keys()].map((address) => [address.toLowerCase(), address]));
  known.delete('/404');
  const exists = (path: string) =>
    site.has(path) || SERVER_PATHS.includes(path) || AFTER_LINK.test(afterLink(path) ?? '');

  const meant = (path: string) => {
    const lower = path.toLowerCase();
    const link = linkPath(lower);
    const rest = link && withoutEnd(path.slice(link.length), AFTER_ADDRESS);
    if (link !== undefined && rest !== undefined && AFTER_LINK.test(rest)) return link + rest;
    const page = withoutEnd(lower, AFTER_PAGE).replace(FILE_NAME, '');
    return known.get(page === '' ? '/' : page);
  };

  return (target) => {
    const written = pathOf(target);
    if (written.length > LONGEST || !written.startsWith('/') || exists(decoded(written))) return undefined;
    const [path, glued] = cutQuery(written);
    const address = meant(
      decodedLeniently(path)
        .replace(INVISIBLE, '')
        .replace(/[\\/]+/g, '/'),
    );
    if (address === undefined) return undefined;
    const query = [glued, queryOf(target)].filter((part) => part !== '').join('&');
    return encodeURI(address) + (query === '' ? '' : `?${query}`);
  };
}

/** Redirects whoever reads to the address that was meant, before any route is asked. */
export function correctAddresses(
  app: FastifyInstance,
  correct: ReturnType<typeof addressCorrector>,
): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const redirected = (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const address = correct(request.url);
    if (address === undefined) return false;
    // A query may hold what somebody typed, or name a call.
    if (linkPath(address) !== undefined || address.includes('?')) reply.headers(PRIVATE);
    else reply.header('cache-control', 'public, max-age=3600');
    reply.redirect(address, 301);
    return true;
  };
  app.addHook('onRequest', (request, reply, done) => {
    if (!redirected(request, reply)) done();
  });
  return redirected;
}

/**
 * The path and query of a request target that names scheme and host too, as one to a proxy does (RFC 9112, section
 * 3.2.2), and its host, which then holds in the place of the Host header; any other target as it is.
 */
export function originForm(target: string): { readonly target: string; readonly host?: string } {
  const [, host, rest = ''] = /^https?:\/\/([^/?#]+)(.*)$/is.exec(target) ?? [];
  if (host === undefined) return { target };
  return { target: rest.startsWith('/') ? rest : `/${rest}`, host };
}

/** The path, and the query that stands in it: after `&` where the first sign should be `?`, or with its signs escaped. */
function cutQuery(path: string): [path: string, query: string] {
  const { index, 0: sign = '' } = /&|%26|%3f/i.exec(path) ?? {};
  if (index === undefined) return [path, ''];
  const rest = path.slice(index + sign.length);
  return [
    path.slice(0, index),
    sign === '&' ? rest : encodeURI(decodedLeniently(rest)).replaceAll('#', '%23'),
  ];
}

function afterLink(path: string): string | undefined {
  const link = linkPath(path);
  return link && path.slice(link.length);
}

function queryOf(target: string): string {
  const start = target.indexOf('?');
  return start < 0 ? '' : target.slice(start + 1);
}

/** What of it can be decoded: a wrapper may have cut a character in two. */
function decodedLeniently(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped);
    } catch {
      return Buffer.from(escaped.replaceAll('%', ''), 'hex').toString('utf8').replaceAll('\ufffd', '');
    }
  });
}
