import { CALL_QUERY } from '#domain/booking.ts';
import { fromStore } from '../../http/from-store.ts';
import { withCall } from '../../pages/call-section.ts';
import type { VisitorAudit } from '../audits/visitor-audit.ts';
import type { BookingDeps } from '../bookings/deps.ts';
import { referenceFor, withReference } from './reference-link.ts';

/** What the pages of the site need to say what is one visitor's. */
export interface VisitorDeps extends Pick<BookingDeps, 'availability' | 'bookings' | 'now'> {
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
  { availability, bookings, now, auditOf }: VisitorDeps,
): Promise<string | undefined> {
  if (address !== '/validation') {
    const ref = referenceFor(html, query.ref);
    return ref === undefined ? undefined : withReference(html, ref, await auditOf(ref));
  }
  const token = query[CALL_QUERY];
  if (typeof token !== 'string') return undefined;
  // The page is worth having without its call too.
  const booking = await fromStore(bookings.byToken(token)).catch(() => undefined);
  if (booking === undefined || booking.state !== 'booked' || booking.end <= now()) return undefined;
  return withCall(html.toString('utf8'), booking, availability.timeZone);
}
