import { NO_VARY_SEARCH } from '#domain/no-vary-search.ts';

/**
 * A page that a pointer comes to rest on is fetched before the click: our own pages, none of our files.
 * Browsers that save data fetch nothing ahead.
 * @see https://developer.mozilla.org/docs/Web/HTML/Reference/Elements/script/type/speculationrules
 */
export const pagesAhead = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          { not: { href_matches: '/_astro/*' } },
          { not: { selector_matches: '[target], [href^="#"]' } },
        ],
      },
      eagerness: 'moderate',
      expects_no_vary_search: NO_VARY_SEARCH,
    },
  ],
});

/**
 * Prefetches the page after the lead form, before its query is known: `No-Vary-Search` allows the browser to use it
 * with any name and e-mail. The rule stands in a template until somebody fills the form in (lead/next-step.ts).
 */
export const nextStepAhead = JSON.stringify({
  prefetch: [{ urls: ['/introduction'], eagerness: 'immediate', expects_no_vary_search: NO_VARY_SEARCH }],
});
