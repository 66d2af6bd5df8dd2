import { REFUSED_MINUTES } from '#content/audit-retention.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import { frenchTime } from '../../messages/french-time.ts';
import { alert } from '../html.ts';
import type { OwnPage } from '../template.ts';
import { addressForm, type TypedAudit } from './address-form.ts';

/**
 * Where a report leads to book the call: step 2, which knows its visitor by what the tab keeps. A report is sent on, so
 * nothing in it names its lead.
 */
export const BOOK_HREF = `/introduction#${BOOKING_SECTION}`;

/** An address that was not taken: why, and the form again with what was typed. */
export function addressPage(detail: string, typed: TypedAudit): OwnPage {
  const { title } = audit.form;
  return { title, main: `<h1>${title}</h1>\n${addressForm(typed, detail)}` };
}

/** Neither a report nor a form: one sentence, and the way to the call. */
export function sentencePage(title: string, text: string, form = ''): OwnPage {
  return {
    title,
    main: `<h1>${title}</h1>\n${alert(text)}\n${form}\n<p><a class="action plain" href="${BOOK_HREF}">${audit.report.book}</a></p>`,
  };
}

/** A report that is not there, or not any more. */
export function gonePage(): OwnPage {
  const { title, text } = audit.gone;
  return sentencePage(title, text, addressForm({ url: '', lead: '' }));
}

/** A site that could not be looked at: why, from when on it is looked at anew, and the form again. */
export function refusedPage({ url, reason = '', measuredAt }: AuditView): OwnPage {
  return sentencePage(
    audit.refused.title,
    `${reason}${remembered(measuredAt)}`,
    addressForm({ url, lead: '' }),
  );
}

function remembered(measuredAt: string | undefined): string {
  if (measuredAt === undefined) return '';
  return ` ${audit.refused.remembered(frenchTime(Date.parse(measuredAt) + REFUSED_MINUTES * 60_000))}`;
}
