/**
 * The value of the `No-Vary-Search` header of every page, which the speculation rules expect as well: of the query's
 * parameters only two change a page. The server writes `ref`, the signed reference to a lead, into the page's links for
 * browsers without scripts, and shows the call that `appel` names (CALL_QUERY).
 * @see https://developer.mozilla.org/docs/Web/HTTP/Reference/Headers/No-Vary-Search
 */
export const NO_VARY_SEARCH = 'params, except=("ref" "appel")';
