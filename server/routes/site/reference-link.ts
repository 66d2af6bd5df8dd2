/** The link in the built page of step 2 (site/components/funnel/BookHere.tsx). */
const LINK = 'href="/rendez-vous"';

/** The characters of signed references, none of which has a meaning in HTML or in an address. */
const REFERENCE = /^[\w-]{1,100}$/;

/**
 * Adds the reference to the page's link to the booking, for visitors without JavaScript.
 * @param ref the query parameter
 * @returns undefined when the page has no such link or `ref` is not a reference: the page is sent unchanged
 */
export function withReference(html: Buffer, ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !REFERENCE.test(ref) || !html.includes(LINK)) return undefined;
  return html.toString('utf8').replaceAll(LINK, `href="/rendez-vous?ref=${ref}"`);
}
