/**
 * The value of the `No-Vary-Search` header of every page, which the speculation rules expect as well: of the query's
 * parameters only `ref`, the signed reference to a lead, changes a page. The server writes it into the page's links for
 * browsers without scripts.
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
export const NO_VARY_SEARCH = 'params, except=("ref")';
