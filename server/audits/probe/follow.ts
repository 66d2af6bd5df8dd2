import type { VisitEnd } from '#domain/audit.ts';
import type { HttpFacts } from '../audit-facts.ts';
import { htmlOf, readPageAside } from './answer.ts';
import { GetFailed, get, type PageAnswer, type Visitor } from './get.ts';
import { refreshTarget } from './html-tree.ts';
import type { ReadPage } from './page-thread.ts';

export interface Followed {
  readonly answer?: PageAnswer;
  readonly url: URL;
  readonly redirects: HttpFacts['redirects'];
  /** Names of the cookies that the very first answer sets. */
  readonly firstCookies: readonly string[];
  /** Why there is no answer that can be read. */
  readonly end?: VisitEnd;
  /** There was a server to connect to, though it did not answer. */
  readonly connected?: true;
  /** What the site has set so far. */
  readonly cookies: readonly Cookie[];
}

export interface Arrived extends Followed {
  /** What stands in the page; absent where the answer is none, or reading it took too much time or memory. */
  readonly read?: ReadPage;
}

type MayVisit = (url: URL) => Promise<boolean>;

/** Pages that lead on by themselves, behind each other. */
const MOST_REFRESHES = 4;

/** As Chromium. */
const MOST_HOPS = 20;
const REDIRECTS = [301, 302, 303, 307, 308];

/**
 * Arrives where a browser does: follows redirects, and pages that lead on by `Refresh`, as a header or in themselves.
 * @param mayVisit asked before each host is; false ends it
 */
export async function arrive(start: URL, visitor: Visitor, mayVisit?: MayVisit): Promise<Arrived> {
  let followed = await follow(start, visitor, mayVisit);
  for (let refreshes = 0; ; refreshes += 1) {
    const { answer, url, end, redirects, cookies, firstCookies } = followed;
    if (answer === undefined || end !== undefined) return followed;
    const html = answer.body.cut ? undefined : htmlOf(answer);
    const read =
      html === undefined ? undefined : await readPageAside({ html, url: url.href, rendered: false });
    const refresh = answer.headers.get('refresh');
    const next = (refresh && refreshTarget(escaped(refresh), url.href, url.href)) || read?.refresh;
    if (next === undefined || refreshes === MOST_REFRESHES) return { ...followed, ...(read && { read }) };
    const on = await follow(new URL(next), visitor, mayVisit, cookies);
    const step = { from: url.href.slice(0, 2_000), to: next, status: answer.status };
    followed = { ...on, redirects: [...redirects, step, ...on.redirects], firstCookies };
  }
}

/**
 * GETs an address and follows where it leads, as often as browsers do.
 * @param mayVisit asked before each host is; false ends it
 */
export async function follow(
  start: URL,
  visitor: Visitor,
  mayVisit: MayVisit = async () => true,
  before: readonly Cookie[] = [],
): Promise<Followed> {
  const redirects: { from: string; to: string; status: number }[] = [];
  const cookies = [...before];
  let firstCookies: readonly string[] | undefined;
  let url = start;
  const ended = (end: VisitEnd, answer?: PageAnswer): Followed => ({
    ...(answer && { answer }),
    ...(end !== 'seen' && { end }),
    url,
    redirects,
    cookies,
    firstCookies: firstCookies ?? [],
  });
  for (let hop = 0; hop <= MOST_HOPS; hop += 1) {
    if (!(await mayVisit(url))) return ended('robots');
    const answer = await getOrFailed(url, visitor, cookies);
    if (answer instanceof GetFailed) {
      const followed = ended(answer.reason === 'tls' ? 'unreachable' : answer.reason);
      return answer.connected ? { ...followed, connected: true } : followed;
    }
    const set = answer.headers.all('set-cookie').slice(0, MOST_COOKIES);
    firstCookies ??= set.map((line) => /^[^=;]*/.exec(line)?.[0].trim().slice(0, 60) ?? '');
    for (const line of set) keep(cookies, url.hostname, line);
    // An empty one leads nowhere, and is none for browsers.
    const location = answer.headers.all('location').find((value) => value !== '');
    if (!REDIRECTS.includes(answer.status) || location === undefined) return ended('seen', answer);
    const next = URL.parse(escaped(location), url.href);
    if (next === null || !/^https?:$/.test(next.protocol)) return ended('error-page', answer);
    next.hash = '';
    redirects.push({ from: url.href.slice(0, 2_000), to: next.href.slice(0, 2_000), status: answer.status });
    url = next;
  }
  return ended('redirect-loop');
}

async function getOrFailed(
  url: URL,
  visitor: Visitor,
  cookies: readonly Cookie[],
): Promise<PageAnswer | GetFailed> {
  try {
    const cookie = cookies
      .filter(
        ({ domain, exact }) => url.hostname === domain || (!exact && url.hostname.endsWith(`.${domain}`)),
      )
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
    return await get(url, visitor, { cookie });
  } catch (error) {
    if (error instanceof GetFailed) return error;
    throw error;
  }
}

/** Bytes that are in no URL, as browsers write them: a path in raw UTF-8 is the path that it looks like. */
function escaped(location: string): string {
  return location.replace(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly domain: string;
  /** For this host alone, and none below it. */
  readonly exact: boolean;
}

const MOST_COOKIES = 20;

/** Some sites set a cookie and lead back to the same address, or to `www`: without it that would look like a loop. */
function keep(cookies: Cookie[], host: string, line: string): void {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  // What browsers refuse would be a header that is none.
  if (at < 1 || /\p{Cc}/u.test(pair)) return;
  const attribute = (name: string) =>
    attributes.findLast((part) => part.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const named = attribute('domain')?.replace(/^\./, '').toLowerCase();
  const shared = named?.includes('.') && `.${host}`.endsWith(`.${named}`);
  const cookie = {
    name: pair.slice(0, at).trim(),
    value: pair.slice(at + 1, at + 1_001).trim(),
    domain: shared && named ? named : host,
    exact: !shared,
  };
  const known = cookies.findIndex(({ name, domain }) => name === cookie.name && domain === cookie.domain);
  if (known !== -1) cookies.splice(known, 1);
  const age = attribute('max-age');
  const gone = age === undefined ? Date.parse(attribute('expires') ?? '') <= Date.now() : Number(age) <= 0;
  if (!gone && cookies.length < 3 * MOST_COOKIES) cookies.push(cookie);
}
