/**
 * The template of the pages that the server renders: the build writes a page of the agency with these placeholders,
 * which is never served itself; the server replaces the placeholders.
 */
export const OWN_PAGE = {
  /** The page's path in Astro. */
  pathname: 'own-page/',
  /** In the folder of the built site; a name with a dot is never served. */
  file: '.own-page',
  title: '%TITLE%',
  main: '%MAIN%',
  /** Around the progress, by the step of the funnel that the page is; other pages show none. */
  step: { 2: ['%STEP2%', '%/STEP2%'], 3: ['%STEP3%', '%/STEP3%'] },
} as const;

/** The template of the owner's desk, which the operator's listener alone serves. */
export const DESK_PAGE = { pathname: 'desk-page/', file: '.desk-page' } as const;
