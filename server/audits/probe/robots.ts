import type { RobotsFacts } from '../facts/facts.ts';
import { AGENT } from './agent.ts';
import { follow } from './follow.ts';
import type { Visitor } from './get.ts';
import { contentType } from './headers.ts';
import { type Robots, readRobots } from './robots-txt.ts';

const TIMEOUT_MS = 4_000;

export interface SiteRobots {
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
  const signal = AbortSignal.any([visitor.signal, AbortSignal.timeout(TIMEOUT_MS)]);
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
