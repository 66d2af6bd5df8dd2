/**
 * What a page declares that it needs beside its own words, styles and scripts: to post a form, to play a film of ours,
 * to frame YouTube's player or a scheduling provider's agenda. The layout writes it, the server's content policy lets
 * in that and nothing else.
 */
export const PAGE_NEEDS = ['form', 'film', 'youtube', 'booking'] as const;
export type PageNeed = (typeof PAGE_NEEDS)[number];

/** The name of the `<meta>` that declares them, parted by spaces. */
export const NEEDS_META = 'needs';

/**
 * Reads what a page declares.
 * @throws Error naming a need that nobody knows
 */
export function needsOf(html: string): ReadonlySet<PageNeed> {
  const declared = new RegExp(`<meta name="${NEEDS_META}" content="([^"]*)"`).exec(html)?.[1] ?? '';
  return new Set(declared.split(' ').filter(Boolean).map(known));
}

function known(need: string): PageNeed {
  const found = PAGE_NEEDS.find((name) => name === need);
  if (!found) throw new Error(`a page declares a need that nobody knows: ${need}`);
  return found;
}
