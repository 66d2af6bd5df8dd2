/** Rules of `X-Robots-Tag` and of the robots meta element that take a value: their name is no search engine's. */
const VALUED = /^(max-snippet|max-image-preview|max-video-preview|unavailable_after|indexifembedded)$/;

/**
 * Whether rules keep a page out of search engines at large, or out of Google's: by the bare words `noindex` and `none`
 * alone (https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag). What stands behind another
 * engine's name is for that one.
 */
export function barsIndexing(rules: string): boolean {
  let addressed = true;
  for (const part of rules.toLowerCase().split(/[,;]/)) {
    // `max-image-preview: none` is one rule, and `none` none of its own.
    const [, name, rest = ''] = /^\s*([\w-]+)\s*:(.*)$/s.exec(part) ?? [];
    if (name !== undefined && VALUED.test(name)) continue;
    if (name !== undefined) addressed = name === 'googlebot' || name === 'robots';
    const words = (name === undefined ? part : rest)
      .replaceAll(/[\w-]+\s*:\s*\S+/g, ' ')
      .trim()
      .split(/\s+/);
    if (addressed && words.some((word) => word === 'noindex' || word === 'none')) return true;
  }
  return false;
}
