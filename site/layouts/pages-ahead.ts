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
      expects_no_vary_search: 'params',
    },
  ],
});

/**
 * The page after the lead form, at once, whatever its query will be: the service says that a query changes nothing
 * (`No-Vary-Search`). It waits in a template until somebody fills the form in (lead/next-step.ts).
 */
export const nextStepAhead = JSON.stringify({
  prefetch: [{ urls: ['/introduction'], eagerness: 'immediate', expects_no_vary_search: 'params' }],
});
