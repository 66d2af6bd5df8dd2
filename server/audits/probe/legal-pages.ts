import type { LegalPageFacts } from '../facts/facts.ts';
import type { PageFacts } from '../facts/page-facts.ts';
import { arrive } from './follow.ts';
import type { Visitor } from './get.ts';
import type { SiteRobots } from './robots.ts';

const NOTHING = { company: false, postalAddress: false, email: false };

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
      return { kind, url: url.href, reachable, identity: shown?.identity ?? NOTHING };
    }),
  );
}
