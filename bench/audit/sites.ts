import type { Site } from '../../tests/fixtures/audits/site.ts';
import { SITES } from '../../tests/fixtures/audits/sites.ts';

/** What companies have, from the best to the worst. */
const KINDS = [
  ...['fast', 'heavy', 'shell', 'no-contact', 'no-https'],
  ...['consent', 'cookies', 'neglected', 'shaky', 'slow'],
];
/** As long as a site elsewhere takes for each answer, beside what it takes in the fixtures. In milliseconds. */
export const ANSWERS_AFTER_MS = 300;

/** The name of the site of a visitor's company. */
export const siteOf = (visitor: number) => `${KINDS[visitor % KINDS.length]}-${visitor}`;

/** A site for each visitor: what was seen of one is not shown to another. */
export function sitesFor(visitors: number): Readonly<Record<string, Site>> {
  const own = Array.from({ length: visitors }, (_, visitor) => [
    siteOf(visitor),
    away(SITES[KINDS[visitor % KINDS.length] ?? ''] as Site),
  ]);
  return { tracker: SITES.tracker as Site, ...Object.fromEntries(own) };
}

function away(site: Site): Site {
  return {
    ...site,
    answer: (request, response) => void setTimeout(() => site.answer(request, response), ANSWERS_AFTER_MS),
  };
}
