import type { StepName } from '#domain/audit.ts';
import { siteOf } from '../address/site-name.ts';
import type { HttpFacts, Visit } from '../facts/facts.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { barsIndexing } from '../facts/robots-rules.ts';
import { connectionFacts, timeToFirstByte } from './connection.ts';
import { endOf } from './end-of.ts';
import { type Followed, follow } from './follow.ts';
import type { Answer, Visitor } from './get.ts';
import { htmlOf, keptHeaders } from './headers.ts';
import { readPageAside } from './html/read-page-aside.ts';
import { type SiteRobots, siteRobots } from './robots.ts';

export interface Probed {
  readonly url: string;
  readonly visit: Visit;
  readonly http?: HttpFacts;
  readonly page?: PageFacts;
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
  const followed = await followEither(asked, schemeTyped, visitor, robots);
  const { answer, url } = followed;
  const to = siteOf(url.hostname);
  const elsewhere = to === siteOf(asked.hostname) ? {} : { elsewhere: to };
  if (answer === undefined || followed.end !== undefined)
    return { url: url.href, visit: { end: followed.end ?? 'unreachable', ...elsewhere } };

  onStep('page');
  const html = answer.body.cut ? undefined : htmlOf(answer);
  const read = html === undefined ? undefined : await readPageAside({ html, url: url.href, rendered: false });
  const visit: Visit = { end: endOf(answer, read?.kind), status: answer.status, ...elsewhere };
  if (visit.end !== 'seen') return { url: url.href, visit };
  const seen = { url: url.href, visit, ...(read && { page: read.facts }) };
  const sent = await sentFacts(followed, answer, robots);
  onStep('page', { ...seen, http: sent });
  const http = { ...sent, ...(await measuredFacts(followed, answer, visitor)) };
  onStep('legal', { ...seen, http });
  return { ...seen, http };
}

async function followEither(
  asked: URL,
  schemeTyped: boolean,
  visitor: Visitor,
  robots: SiteRobots,
): Promise<Followed> {
  const followed = await follow(asked, visitor, robots.mayVisit);
  if (schemeTyped || followed.end !== 'unreachable' || followed.redirects.length > 0) return followed;
  const insecure = new URL(asked);
  insecure.protocol = 'http:';
  const again = await follow(insecure, visitor, siteRobots(visitor).mayVisit);
  return again.end === undefined || again.answer !== undefined ? again : followed;
}

/** What the page's own answer says. */
async function sentFacts(
  { redirects, firstCookies }: Followed,
  { url, status, headers, body, tls }: Answer,
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

/** What takes further requests. */
async function measuredFacts({ redirects }: Followed, answer: Answer, visitor: Visitor) {
  const [connection, ttfbMs] = await Promise.all([
    connectionFacts(answer, redirects, visitor),
    timeToFirstByte(answer, visitor),
  ]);
  return { ...connection, ...(ttfbMs !== undefined && { ttfbMs }) };
}
