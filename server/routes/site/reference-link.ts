/** As the page of step 2 is built (site/components/funnel/BookHere.tsx and AskAudit.tsx). */
const LINK = 'href="/rendez-vous"';
const FIELD = 'type="hidden" name="lead"';

/** What signed references are made of: nothing that HTML or an address would read otherwise. */
const REFERENCE = /^[\w-]{1,100}$/;

/**
 * The page with its link to the booking, and its form for the audit, carrying on the reference to the visitor's lead:
 * without scripts nothing else can. Undefined when it has neither or there is no such reference, and the page is sent
 * as it lies there.
 * @param ref as the address has it
 */
export function withReference(html: Buffer, ref: unknown): string | undefined {
  if (typeof ref !== 'string' || !REFERENCE.test(ref)) return undefined;
  if (!html.includes(LINK) && !html.includes(FIELD)) return undefined;
  return html
    .toString('utf8')
    .replaceAll(LINK, `href="/rendez-vous?ref=${ref}"`)
    .replaceAll(FIELD, `${FIELD} value="${ref}"`);
}
