/** The link and the form's field in the built page of step 2 (site/components/funnel/BookHere.tsx, site/islands/audit/AuditPanel.tsx). */
const LINK = 'href="/rendez-vous"';
const FIELD = 'data-audit-lead=""';

/** The characters of signed references, none of which has a meaning in HTML or in an address. */
const REFERENCE = /^[\w-]{1,100}$/;

/**
 * Adds the reference to the page's link to the booking and to its form for the audit, for visitors without JavaScript.
 * @param ref the query parameter
 * @returns undefined when the page has neither or `ref` is not a reference: the page is sent unchanged
 */
export function withReference(html: Buffer, ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !REFERENCE.test(ref)) return undefined;
  if (!html.includes(LINK) && !html.includes(FIELD)) return undefined;
  return html
    .toString('utf8')
    .replaceAll(LINK, `href="/rendez-vous?ref=${ref}"`)
    .replaceAll(FIELD, `${FIELD} value="${ref}"`);
}
