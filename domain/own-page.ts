/**
 * What the build and the server agree on about the pages that the server makes itself: the build leaves a page of the
 * agency's with these marks in it, beside the site and never served; the server puts its own words in their place.
 */
export const OWN_PAGE = {
  /** As Astro names the page. */
  pathname: 'own-page/',
  /** In the folder of the built site; a name with a dot is never served. */
  file: '.own-page',
  title: '%TITLE%',
  main: '%MAIN%',
  /** Around what only the steps of the funnel show. */
  step: ['%STEP%', '%/STEP%'],
} as const;
