import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { introduction } from '#content/pages/introduction.ts';
import { AUDIT_SECTION } from '#domain/audit.ts';
import { CALL_QUERY } from '#domain/booking.ts';
import { FORM_ADDRESS, SOURCE_FIELD } from '#domain/form-page.ts';
import { ISLAND_FAULTS } from '#domain/island-faults.ts';
import { NO_VARY_SEARCH } from '#domain/no-vary-search.ts';
import { queryOf, type Source } from '#domain/source.ts';
import { withAuditAsked } from '#domain/steps.ts';
import { GREETING } from '#site/markup.ts';
import type { VisitorAudit } from '../audits/report/audit-pages.tsx';
import { withCall } from '../bookings/pages/call-section.tsx';
import type { BookingDeps } from '../bookings/routes/deps.ts';
import { decoded, linkPath, pathOf } from '../http/addresses.ts';
import { sendProblem } from '../http/errors.ts';
import { fromStore } from '../http/from-store.ts';
import { acceptsHtml, PRIVATE } from '../http/send-page.ts';
import type { Visits } from '../visits/visits.ts';
import { pagesNow, type TimesDeps } from './pages-now.ts';
import { referenceFor, withReference } from './reference-link.ts';
import { type Representation, representations, type SiteFile } from './site-files.ts';

/** What the pages of the site need to say what is one visitor's. */
interface VisitorDeps
  extends Pick<BookingDeps, 'availability' | 'bookings' | 'leadOf' | 'now' | 'referenceOf'> {
  /** What is told of the audit of a lead, by its signed reference; never rejects. */
  readonly auditOf: (ref: string) => Promise<VisitorAudit | undefined>;
}

/**
 * A page as its address asks for it: with the reference to a lead in its links, or with the call that it names.
 * @param address path, as in a request
 * @returns undefined: the page is sent as it was built
 */
async function pageOfVisitor(
  address: string,
  html: Buffer,
  query: Record<string, unknown>,
  deps: VisitorDeps,
): Promise<string | undefined> {
  const { bookings, leadOf, auditOf } = deps;
  if (address !== '/validation') {
    const ref = referenceFor(html, query.ref);
    if (ref === undefined) return undefined;
    const page = withReference(html, ref, await auditOf(ref));
    return leadOf(ref) === undefined ? page : withRequestReceived(withAuditAsked(page));
  }
  const token = query[CALL_QUERY];
  if (typeof token !== 'string' || token === '') return undefined;
  try {
    const booking = await fromStore(bookings.byToken(token));
    return withCall(html.toString('utf8'), booking, deps);
  } catch {
    // The page is worth having without its call too.
    return undefined;
  }
}

const GREETING_TEXT = new RegExp(`(<p[^>]*\\b${GREETING}=""[^>]*>)[^<]*`);

/** Step 2 says that the request has arrived; by name, only the page's script greets. */
function withRequestReceived(html: string): string {
  return html.replace(GREETING_TEXT, (_, opens: string) => `${opens}${introduction.news.receivedPlain}`);
}

/** As many pages with a source as are kept ready; the longest unused one leaves first. */
const MOST_KEPT = 64;
/** Somebody waits for it. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const compress = promisify(brotliCompress);

/** Links to pages: paths without a query, as the build writes them. */
const LINK = /\bhref="(\/(?:[\w-]+(?:\/[\w-]+)*)?)(#[^"]*)?"/g;
/** React, which takes the form over, leaves hidden fields that it does not know where they are. */
const LEAD_FORM = /<form\b[^>]*\baction="\/api\/leads"[^>]*>/g;

/**
 * Pages whose links to other pages of the site, and whose lead form, carry a source along: so the lead has it, with
 * and without scripts, and the browser stores nothing.
 */
function carriedSources(site: ReadonlyMap<string, SiteFile>) {
  const kept = new Map<string, Promise<SiteFile>>();
  const isPage = (path: string) => site.get(path)?.type.startsWith('text/html') ?? false;

  async function make(file: SiteFile, source: Source): Promise<SiteFile> {
    const query = queryOf(source).replaceAll('&', '&amp;');
    const html = file.identity.bytes
      .toString('utf8')
      .replace(LINK, (whole, path: string, fragment = '') =>
        isPage(path) ? `href="${path}?${query}${fragment}"` : whole,
      )
      .replace(LEAD_FORM, `$&<input type="hidden" name="${SOURCE_FIELD}" value="${query}">`);
    const bytes = Buffer.from(html);
    const made = representations(bytes, file.brotli && (await compress(bytes, QUALITY)));
    // The page depends on where its visitor came from: no cache but the visitor's may keep it.
    return { ...file, ...made, cacheControl: 'private, no-cache' };
  }

  return (file: SiteFile, source: Source): Promise<SiteFile> => {
    const key = `${file.identity.etag} ${queryOf(source)}`;
    const page = kept.get(key) ?? make(file, source);
    kept.delete(key);
    kept.set(key, page);
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value ?? '');
    return page;
  };
}

/** Serves the built site; an address that is not in it gets the site's own 404 page. */
export function siteRoutes(
  app: FastifyInstance,
  site: ReadonlyMap<string, SiteFile>,
  deps: VisitorDeps & TimesDeps & { readonly visits: Visits },
): void {
  const now = pagesNow(deps);
  const carrying = carriedSources(site);
  app.get<{ Querystring: Record<string, unknown> }>('/*', async (request, reply) => {
    const address = decoded(pathOf(request.url));
    const built = site.get(address);
    if (built !== undefined && address !== '/404') {
      const file = await now(address, built);
      if (!file.type.startsWith('text/html')) return sendFile(request, reply, file);
      const source = deps.visits.page(request, address);
      const own = await pageOfVisitor(address, file.identity.bytes, request.query, deps);
      if (own !== undefined) return sendOwn(reply, file, own);
      return sendFile(request, reply, source === undefined ? file : await carrying(file, source));
    }
    return answerMissing(request, reply, site);
  });

  app.setNotFoundHandler(async (request, reply) => answerMissing(request, reply, site));
}

/** Answers 405 to a method that a path does not support, before the body is read. */
export function refuseOtherMethods(app: FastifyInstance, site: ReadonlyMap<string, SiteFile>): void {
  app.addHook('onRequest', (request, reply, done) => {
    const address = decoded(pathOf(request.url));
    const allowed = methodsOf(address);
    if (allowed.includes(request.method)) return done();
    const known = address.startsWith('/api/') || linkPath(address) !== undefined || site.has(address);
    if (!known) return void answerMissing(request, reply, site);
    // How HAProxy asks whether a server is there, unless told otherwise.
    if (request.method === 'OPTIONS') return void reply.code(204).header('allow', allowed.join(', ')).send();
    const form = FORM_OF[address];
    if (form !== undefined && request.method === 'GET' && acceptsHtml(request))
      return void reply.header('cache-control', 'no-store').redirect(form, 303);
    const methods = allowed.join(', ');
    reply.header('allow', methods);
    sendProblem(reply, 405, `Cette adresse accepte ${methods} uniquement.`);
  });
}

/** What is posted to, and the form that does so: a browser that loads the address again is led there. */
const FORM_OF: Readonly<Record<string, string>> = {
  '/api/leads': FORM_ADDRESS,
  '/api/bookings': '/rendez-vous',
  '/api/audits': `/introduction#${AUDIT_SECTION}`,
};

function methodsOf(address: string): string[] {
  if (address in FORM_OF || address === ISLAND_FAULTS || address.startsWith('/api/hooks/')) return ['POST'];
  const isPosted = linkPath(address) !== undefined || address === FORM_OF['/api/bookings'];
  return isPosted ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: SiteFile): FastifyReply {
  const chosen = choose(request, file);
  const { bytes, etag } = chosen;
  reply.headers({ ...file.headers, 'cache-control': file.cacheControl, etag });
  if (file.type.startsWith('text/html')) reply.header('no-vary-search', NO_VARY_SEARCH);
  if (file.brotli !== undefined) reply.header('vary', 'Accept-Encoding');
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send();
  reply.type(file.type);
  if (chosen === file.brotli) return reply.header('content-encoding', 'br').send(bytes);

  reply.header('accept-ranges', 'bytes');
  const ifRange = request.headers['if-range'];
  const asked = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = request.method === 'GET' ? parseRange(asked, bytes.length) : undefined;
  if (range === undefined) return reply.send(bytes);
  if (range === 'unsatisfiable')
    return reply.code(416).header('content-range', `bytes */${bytes.length}`).send();
  return reply
    .code(206)
    .header('content-range', `bytes ${range.start}-${range.end}/${bytes.length}`)
    .send(bytes.subarray(range.start, range.end + 1));
}

/** Sends a page that was changed for one visitor; it is never cached. */
function sendOwn(reply: FastifyReply, file: SiteFile, html: string): FastifyReply {
  return reply
    .headers({ ...file.headers, ...PRIVATE })
    .type(file.type)
    .send(html);
}

function answerMissing(
  request: FastifyRequest,
  reply: FastifyReply,
  site: ReadonlyMap<string, SiteFile>,
): FastifyReply {
  const page = site.get('/404');
  const wantsPage = request.method === 'GET' || request.method === 'HEAD';
  if (page === undefined || !wantsPage || request.url.startsWith('/api/'))
    return sendProblem(reply, 404, 'Cette adresse n’existe pas.');
  const chosen = choose(request, page);
  if (page.brotli !== undefined) reply.header('vary', 'Accept-Encoding');
  if (chosen === page.brotli) reply.header('content-encoding', 'br');
  return reply
    .code(404)
    .headers({ ...page.headers, 'cache-control': 'no-cache' })
    .type(page.type)
    .send(chosen.bytes);
}

/** Brotli when the file has it and the client accepts it; ranges are served from the uncompressed file. */
function choose({ headers }: FastifyRequest, file: SiteFile): Representation {
  const takesBrotli = acceptsBrotli(headers['accept-encoding']?.toString() ?? '');
  return takesBrotli && headers.range === undefined ? (file.brotli ?? file.identity) : file.identity;
}

/** Whether Accept-Encoding names br with a weight above 0 (RFC 9110, section 12.5.3). */
function acceptsBrotli(header: string): boolean {
  return header.split(',').some((coding) => {
    const [name = '', ...parameters] = coding.split(';').map((part) => part.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });
}

/** If-None-Match compares weakly (RFC 9110, section 13.1.2): a proxy may have added W/. */
function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

interface ByteRange {
  /** First byte, from 0. */
  readonly start: number;
  /** Last byte, included. */
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110, section 14.2) for a file of `size` bytes.
 * @returns undefined when the whole file is to be sent (no range, several ranges, another unit, not a range),
 * 'unsatisfiable' when the range is outside the file
 */
export function parseRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  if (match === null) return undefined;
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return undefined;
  if (first === '') {
    const length = Math.min(Number(last), size);
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return undefined;
  return start >= size ? 'unsatisfiable' : { start, end };
}
