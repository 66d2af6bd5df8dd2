import { isIP } from 'node:net';
import type { StepName, VisitEnd } from '#domain/audit.ts';
import { bareHost } from '../../outgoing/typed-address.ts';
import type { HttpFacts, LegalPageFacts, PageFacts, RobotsFacts, Visit } from '../audit-facts.ts';
import { siteOf } from '../hosts.ts';
import { contentType, endOf, keptHeaders } from './answer.ts';
import { connectionFacts, timeToFirstByte } from './connection.ts';
import { type Arrived, arrive, type Followed, follow } from './follow.ts';
import { AGENT, type PageAnswer, type Visitor } from './get.ts';
import { barsIndexing, type Robots, readRobots } from './robots-rules.ts';

export interface Probed {
  readonly url: string;
  readonly visit: Visit;
  readonly http?: HttpFacts;
  readonly page?: PageFacts;
  /** The last request found a server, which then did not answer, or not in a way that was understood. */
  readonly connected?: true;
}

/**
 * Looks at a site over HTTP: its address, robots.txt and the page. Nothing else is asked for, and no form is sent.
 * @param robots the site's robots.txt, which is asked for once
 * @param schemeTyped whether the visitor wrote the scheme; otherwise http is tried where https does not answer
 * @param onStep told of each step as it begins; with what was seen so far, as soon as the page was read and again
 * once its connection was looked at
 */
export async function probe(
  asked: URL,
  schemeTyped: boolean,
  visitor: Visitor,
  robots: SiteRobots,
  onStep: (step: StepName, soFar?: Probed) => void,
): Promise<Probed> {
  onStep('connection');
  const { arrived, deadName } = await arriveAtEither(asked, schemeTyped, visitor, robots);
  const { answer, url, read } = arrived;
  const to = siteOf(url.hostname);
  const where = {
    ...(to !== siteOf(asked.hostname) && { elsewhere: to }),
    ...(deadName !== undefined && { deadName }),
  };
  if (answer === undefined || arrived.end !== undefined)
    return {
      url: url.href,
      visit: { end: arrived.end ?? 'unreachable', ...where },
      ...(arrived.connected && { connected: true }),
    };

  onStep('page');
  const visit: Visit = { end: endOf(answer, read), status: answer.status, ...where };
  if (visit.end !== 'seen') return { url: url.href, visit };
  const seen = { url: url.href, visit, ...(read && { page: read.facts }) };
  const sent = await sentFacts(arrived, answer, robots);
  onStep('page', { ...seen, http: sent });
  const http = { ...sent, ...(await measuredFacts(arrived, answer, visitor)) };
  onStep('legal', { ...seen, http });
  return { ...seen, http };
}

/** Ends of a visit to a name where nothing is, whatever the reason: a private name reads like an unknown one. */
const NOTHING_THERE: readonly (VisitEnd | undefined)[] = ['name-not-found', 'not-public', 'unreachable'];

/** Where nothing is at the name that was asked for, and something at its twin with or without `www`: there. */
async function arriveAtEither(
  asked: URL,
  schemeTyped: boolean,
  visitor: Visitor,
  robots: SiteRobots,
): Promise<{ readonly arrived: Arrived; readonly deadName?: string }> {
  const arrived = await arriveBySchemes(asked, schemeTyped, visitor, robots);
  const twin = twinOf(asked);
  if (twin === undefined || !NOTHING_THERE.includes(arrived.end) || arrived.redirects.length > 0)
    return { arrived };
  const there = await arriveBySchemes(twin, schemeTyped, visitor, robots);
  return there.answer === undefined || there.end !== undefined
    ? { arrived }
    : { arrived: there, deadName: asked.hostname };
}

/** `www.site.ch` of `site.ch`, and the other way round. */
function twinOf(url: URL): URL | undefined {
  const host = bareHost(url);
  if (isIP(host) !== 0) return undefined;
  const [bare, twin] = host.startsWith('www.') ? [host.slice(4), host.slice(4)] : [host, `www.${host}`];
  if (bare !== siteOf(bare) || !bare.includes('.')) return undefined;
  const other = new URL(url);
  other.hostname = twin;
  return other;
}

async function arriveBySchemes(
  asked: URL,
  schemeTyped: boolean,
  visitor: Visitor,
  robots: SiteRobots,
): Promise<Arrived> {
  const arrived = await arrive(asked, visitor, robots.mayVisit);
  if (schemeTyped || arrived.end !== 'unreachable' || arrived.redirects.length > 0) return arrived;
  const insecure = new URL(asked);
  insecure.protocol = 'http:';
  const again = await arrive(insecure, visitor, siteRobots(visitor).mayVisit);
  return again.end === undefined || again.answer !== undefined ? again : arrived;
}

/** What the page's own answer says. */
async function sentFacts(
  { redirects, firstCookies }: Pick<Followed, 'redirects' | 'firstCookies'>,
  { url, status, headers, body, tls }: PageAnswer,
  robots: SiteRobots,
): Promise<HttpFacts> {
  const barring = headers.all('x-robots-tag').find(barsIndexing);
  return {
    status,
    redirects,
    ...(tls && { tls }),
    bytes: body.wireBytes,
    decodedBytes: body.bytes.length,
    compression: body.compression,
    headers: keptHeaders(headers),
    cookies: firstCookies,
    robots: { ...(await robots.facts(url)), ...(barring !== undefined && { header: barring.slice(0, 500) }) },
  };
}

/**
 * The same of a page that only the browser has seen: what it was answered with is what counts, and what it did not say
 * is not known.
 */
export async function shownFacts(
  { url, status, headers, tls }: Pick<PageAnswer, 'url' | 'status' | 'headers' | 'tls'>,
  robots: SiteRobots,
): Promise<HttpFacts> {
  const compression = (headers.get('content-encoding') ?? '').trim().toLowerCase();
  const body = { bytes: Buffer.alloc(0), wireBytes: 0, cut: false, compression };
  const answer = { ...{ url, status, headers, ttfbMs: 0, body }, ...(tls && { tls }) };
  return sentFacts({ redirects: [], firstCookies: [] }, answer, robots);
}

/** What takes further requests. */
async function measuredFacts({ redirects }: Followed, answer: PageAnswer, visitor: Visitor) {
  const [connection, ttfbMs] = await Promise.all([
    connectionFacts(answer, redirects, visitor),
    timeToFirstByte(answer, visitor),
  ]);
  return { ...connection, ...(ttfbMs !== undefined && { ttfbMs }) };
}

const NO_IDENTITY = { company: false, postalAddress: false, email: false };

/**
 * What the page's two legal links lead to: whether it is there, and which parts of an identity it shows. Never rejects: a
 * page that cannot be fetched or read is not reachable, or shows nothing.
 */
export function legalPages(
  links: PageFacts['legalLinks'],
  page: URL,
  visitor: Visitor,
  robots: SiteRobots,
): Promise<readonly LegalPageFacts[]> {
  const wanted = (['identity', 'privacy'] as const).flatMap((kind) => {
    const url = links[kind] === undefined ? null : URL.parse(links[kind]);
    return url === null ? [] : [{ kind, url }];
  });
  return Promise.all(
    wanted.map(async ({ kind, url }) => {
      const { answer, read } = await arrive(url, visitor, robots.mayVisit);
      const reachable = answer !== undefined && answer.status >= 200 && answer.status < 300;
      const shown = reachable && url.href !== page.href ? read?.facts : undefined;
      return { kind, url: url.href, reachable, identity: shown?.identity ?? NO_IDENTITY };
    }),
  );
}

const ROBOTS_MS = 4_000;

interface SiteRobots {
  /** Whether we may fetch it: only a group that names us counts, since a person asked for this one visit. */
  readonly mayVisit: (url: URL) => Promise<boolean>;
  readonly facts: (url: URL) => Promise<RobotsFacts>;
}

/** The robots.txt of each host of one audit, fetched once. */
export function siteRobots(visitor: Visitor): SiteRobots {
  const known = new Map<string, Promise<Robots | undefined>>();
  const of = (url: URL) => {
    const robots = known.get(url.host) ?? fetchRobots(url, visitor);
    known.set(url.host, robots);
    return robots;
  };
  return {
    async mayVisit(url) {
      return !(await of(url))?.bars(AGENT, pathOf(url));
    },
    async facts(url) {
      const robots = await of(url);
      if (robots === undefined) return { found: false, barsSearch: false };
      return { found: true, barsSearch: robots.barsByAnyGroup('googlebot', pathOf(url)) };
    },
  };
}

/** The site's robots.txt; undefined when the site has none or it cannot be read as text. */
async function fetchRobots(url: URL, visitor: Visitor): Promise<Robots | undefined> {
  const signal = AbortSignal.any([visitor.signal, AbortSignal.timeout(ROBOTS_MS)]);
  const { answer } = await follow(new URL('/robots.txt', url), { ...visitor, signal });
  if (answer?.status !== 200) return undefined;
  const text = answer.body.bytes.toString('utf8');
  // Many a site answers every address with its own page.
  const isPage = /html/i.test(contentType(answer.headers) ?? '') || /^\s*</.test(text);
  return isPage ? undefined : readRobots(text);
}

function pathOf(url: URL): string {
  return `${url.pathname}${url.search}`;
}
