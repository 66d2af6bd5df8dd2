import { introduction } from '#content/pages/introduction.ts';
import { CALL_QUERY } from '#domain/booking.ts';
import { withAuditAsked } from '#domain/steps.ts';
import { GREETING } from '#site/markup.ts';
import type { VisitorAudit } from '../audits/report/audit-pages.tsx';
import { withCall } from '../bookings/pages/call-section.tsx';
import type { BookingDeps } from '../bookings/routes/deps.ts';
import { fromStore } from '../http/from-store.ts';
import { referenceFor, withReference } from './reference-link.ts';

/** What the pages of the site need to say what is one visitor's. */
export interface VisitorDeps
  extends Pick<BookingDeps, 'availability' | 'bookings' | 'leadOf' | 'now' | 'referenceOf'> {
  /** What is told of the audit of a lead, by its signed reference; never rejects. */
  readonly auditOf: (ref: string) => Promise<VisitorAudit | undefined>;
}

/**
 * A page as its address asks for it: with the reference to a lead in its links, or with the call that it names.
 * @param address path, as in a request
 * @returns undefined: the page is sent as it was built
 */
export async function pageOfVisitor(
  address: string,
  html: Buffer,
  query: Record<string, unknown>,
  deps: VisitorDeps,
): Promise<string | undefined> {
  const { bookings, leadOf, auditOf } = deps;
  if (address !== '/validation') {
    const ref = referenceFor(html, query.ref);
    if (ref === undefined) return undefined;
    const page = withReference(html, ref, await auditOf(ref));
    return leadOf(ref) === undefined ? page : withRequestReceived(withAuditAsked(page));
  }
  const token = query[CALL_QUERY];
  if (typeof token !== 'string' || token === '') return undefined;
  try {
    const booking = await fromStore(bookings.byToken(token));
    return withCall(html.toString('utf8'), booking, deps);
  } catch {
    // The page is worth having without its call too.
    return undefined;
  }
}

const GREETING_TEXT = new RegExp(`(<p[^>]*\\b${GREETING}=""[^>]*>)[^<]*`);

/** Step 2 says that the request has arrived; by name, only the page's script greets. */
function withRequestReceived(html: string): string {
  return html.replace(GREETING_TEXT, (_, opens: string) => `${opens}${introduction.news.receivedPlain}`);
}
