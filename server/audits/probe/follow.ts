import type { VisitEnd } from '#domain/audit.ts';
import type { HttpFacts } from '../facts/facts.ts';
import { type Answer, GetFailed, get, type Visitor } from './get.ts';

export interface Followed {
  readonly answer?: Answer;
  readonly url: URL;
  readonly redirects: HttpFacts['redirects'];
  /** Names of the cookies that the very first answer sets. */
  readonly firstCookies: readonly string[];
  /** Why there is no answer that can be read. */
  readonly end?: VisitEnd;
}

const MOST_HOPS = 10;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * GETs an address and follows where it leads, at most ten times.
 * @param mayVisit asked before each host is; false ends it
 */
export async function follow(
  start: URL,
  visitor: Visitor,
  mayVisit: (url: URL) => Promise<boolean> = async () => true,
): Promise<Followed> {
  const redirects: { from: string; to: string; status: number }[] = [];
  const cookies = new Map<string, Map<string, string>>();
  let firstCookies: readonly string[] | undefined;
  let url = start;
  const ended = (end: VisitEnd, answer?: Answer): Followed => ({
    ...(answer && { answer }),
    ...(end !== 'seen' && { end }),
    url,
    redirects,
    firstCookies: firstCookies ?? [],
  });
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    if (!(await mayVisit(url))) return ended('robots');
    const answer = await getOrEnd(url, visitor, cookies.get(url.host));
    if (typeof answer === 'string') return ended(answer);
    const set = (answer.headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
    firstCookies ??= set.map((pair) => pair.split('=', 1)[0]?.trim().slice(0, 60) ?? '');
    keep(cookies, url.host, set);
    const { location } = answer.headers;
    if (!REDIRECTS.includes(answer.status) || location === undefined) return ended('seen', answer);
    const next = URL.parse(location, url.href);
    if (next === null || !/^https?:$/.test(next.protocol)) return ended('error-page', answer);
    next.hash = '';
    redirects.push({ from: url.href.slice(0, 2_000), to: next.href.slice(0, 2_000), status: answer.status });
    url = next;
  }
  return ended('redirect-loop');
}

async function getOrEnd(
  url: URL,
  visitor: Visitor,
  cookies?: Map<string, string>,
): Promise<Answer | VisitEnd> {
  try {
    const cookie = [...(cookies ?? [])].map(([name, value]) => `${name}=${value}`).join('; ');
    return await get(url, visitor, cookie);
  } catch (error) {
    if (!(error instanceof GetFailed)) throw error;
    return error.reason === 'tls' ? 'unreachable' : error.reason;
  }
}

/** Some sites set a cookie and lead back to the same address: without it that would look like a loop. */
function keep(cookies: Map<string, Map<string, string>>, host: string, set: readonly string[]): void {
  const own = cookies.get(host) ?? new Map<string, string>();
  for (const pair of set.slice(0, 20)) {
    const [name = '', ...rest] = pair.split('=');
    own.set(name.trim(), rest.join('=').trim().slice(0, 1_000));
  }
  cookies.set(host, own);
}
