/**
 * What the service says of its pages, and their prefetches expect: no word of the query changes a page but the
 * signed reference to a lead, which stands in the links of a page without scripts.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
export const NO_VARY_SEARCH = 'params, except=("ref")';
