/** The page with the lead form, for whoever comes from nowhere else. */
export const FORM_PAGE = '/sales';

/** The form on it. */
export const FORM_ADDRESS = `${FORM_PAGE}#formulaire`;

/** The field of a form that the server shows again: the page that it was posted from, as a path. */
export const PAGE_FIELD = 'page';

/** The field that the server adds to a page's lead form: the source of the visit, as a query (domain/source.ts). */
export const SOURCE_FIELD = 'source';
