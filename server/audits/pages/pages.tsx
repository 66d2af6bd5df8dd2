import { REFUSED_MINUTES } from '#content/audit-retention.ts';
import { audit } from '#content/pages/audit.ts';
import type { AuditView } from '#domain/audit.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { AuditForm } from '#site/islands/audit/AuditForm.tsx';
import { Alert } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { frenchTime } from '../../system/french-time.ts';

/**
 * Where a report leads to book the call: step 2, which knows its visitor by what the tab keeps. A report is sent on, so
 * nothing in it names its lead.
 */
export const BOOK_HREF = `/introduction#${BOOKING_SECTION}`;

/** The same for whoever has just typed, with the reference that they brought along, whatever it is. */
function bookHref(lead: string): string {
  return lead === '' ? BOOK_HREF : `/introduction?ref=${encodeURIComponent(lead)}#${BOOKING_SECTION}`;
}

/** What was typed into the form, kept to be sent again. */
export interface TypedAudit {
  readonly url: string;
  /** The signed reference to the lead. */
  readonly lead: string;
}

/** An address that was not taken: why, and the form again with what was typed. */
export function addressPage(detail: string, typed: TypedAudit): OwnPage {
  const { title } = audit.form;
  return {
    title,
    step: 2,
    isAsked: typed.lead !== '',
    main: (
      <>
        <h1>{title}</h1>
        <AuditForm fault={detail} typed={typed} />
        <p>
          <Button href={bookHref(typed.lead)} look="plain" wide>
            {audit.report.book}
          </Button>
        </p>
      </>
    ),
  };
}

/** One sentence, the form with `url` where one is given, and the way to the call. */
export function sentencePage(title: string, text: string, url?: string): OwnPage {
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        <Alert text={text} />
        {url !== undefined && <AuditForm typed={{ url, lead: '' }} />}
        <p>
          <Button href={BOOK_HREF} look="plain" wide>
            {audit.report.book}
          </Button>
        </p>
      </>
    ),
  };
}

/** A report that is not there, or not any more. */
export function gonePage(): OwnPage {
  const { title, text } = audit.gone;
  return sentencePage(title, text, '');
}

/** A site that could not be looked at: why, from when on it is looked at anew, and the form again. */
export function refusedPage({ url, reason = '', measuredAt }: AuditView): OwnPage {
  return sentencePage(audit.refused.title, `${reason}${remembered(measuredAt)}`, url);
}

function remembered(measuredAt: string | undefined): string {
  if (measuredAt === undefined) return '';
  return ` ${audit.refused.remembered(frenchTime(Date.parse(measuredAt) + REFUSED_MINUTES * 60_000))}`;
}
