/**
 * What a page may declare that it needs besides its own text, styles and scripts: posting a form, playing a film of
 * this site, embedding YouTube's player or a scheduling provider's page. The layout writes the declaration, and the
 * server's content security policy allows exactly that.
 */
export const PAGE_NEEDS = ['form', 'film', 'youtube', 'booking'] as const;
export type PageNeed = (typeof PAGE_NEEDS)[number];

/** The name of the `<meta>` that declares them, separated by spaces. */
export const NEEDS_META = 'needs';

/**
 * Reads the needs that a page declares.
 * @throws Error naming an unknown need
 */
export function needsOf(html: string): ReadonlySet<PageNeed> {
  const declared = new RegExp(`<meta name="${NEEDS_META}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  return new Set(declared.split(' ').filter(Boolean).map(known));
}

function known(need: string): PageNeed {
  const found = PAGE_NEEDS.find((name) => name === need);
  if (!found) throw new Error(`a page declares an unknown need: ${need}`);
  return found;
}
