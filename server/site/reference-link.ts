import { pageWithReference, type SchedulingProvider } from '#domain/booking.ts';
import { liveBlock, reloadAfter, type VisitorAudit, whyNone } from '../audits/report/audit-pages.tsx';
import { escapeHtml } from '../http/pages/template.ts';

/** What is looked for in the built page of step 2: site/components/funnel, site/islands/audit/AuditPanel.tsx. */
const LINK = 'href="/rendez-vous"';
/** The link to a scheduling provider's page: site/islands/booking/Booking.island.tsx. */
const PROVIDER_LINK = /href="([^"]+)"([^>]*\bdata-booking-link="(calendly|cal)")/g;
const FIELD = 'data-audit-lead=""';
const ADDRESS = 'data-audit-address=""';
const TOLD = '<noscript data-audit-told="">';
const WHY = '<noscript data-audit-why="">';

/** The characters of signed references, none of which has a meaning in HTML or in an address. */
const REFERENCE = /^[\w-]{1,100}$/;

/** The reference in a query; undefined when it is none, or the page has no place for it. */
export function referenceFor(html: Buffer, ref: unknown): string | undefined {
  const isOne = typeof ref === 'string' && REFERENCE.test(ref);
  return isOne && [LINK, FIELD, 'data-booking-link'].some((place) => html.includes(place)) ? ref : undefined;
}

/**
 * Adds the reference to the page's link to the booking and to its form for the audit, for visitors without JavaScript,
 * and tells them of the audit that they have asked for.
 */
export function withReference(html: Buffer, ref: string, told: VisitorAudit | undefined): string {
  const page = html
    .toString('utf8')
    .replaceAll(LINK, `href="/rendez-vous?ref=${ref}"`)
    .replaceAll(PROVIDER_LINK, (_link, href: string, rest: string, way: SchedulingProvider) => {
      const page = pageWithReference({ way, page: href.replaceAll('&amp;', '&') }, ref);
      return `href="${escapeHtml(page)}"${rest}`;
    })
    .replaceAll(FIELD, `${FIELD} value="${ref}"`);
  if (told === undefined) return page;
  const { audit, proposed } = told;
  const seconds = audit && reloadAfter(audit.view);
  const refresh =
    seconds === undefined ? '' : `<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`;
  const address = proposed === undefined ? ADDRESS : `${ADDRESS} value="${escapeHtml(proposed)}"`;
  return page
    .replace('</head>', () => `${refresh}</head>`)
    .replace(TOLD, () => TOLD + liveBlock(told))
    .replace(WHY, () => WHY + whyNone(told))
    .replace(ADDRESS, () => address);
}
