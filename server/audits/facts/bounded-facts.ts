import type { Facts } from './facts.ts';

/** Characters of JSON; the facts of a large site have a tenth. Every reader of a report parses them. */
const MOST = 200_000;

/** The same facts, or, where they are larger than those of any honest site, that the visit saw too much. */
export function boundedFacts(facts: Facts): Facts {
  if (JSON.stringify(facts).length <= MOST) return facts;
  const { version, asked, measuredAt } = facts;
  return {
    ...{ version, asked, url: asked, measuredAt },
    visit: { end: 'too-large' },
    legal: [],
    browser: { measured: false, why: 'not-visited' },
  };
}
