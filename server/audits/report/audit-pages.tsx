import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { REFUSED_MINUTES, STEP_LABELS } from '#content/audit.ts';
import { audit } from '#content/pages/audit.ts';
import { auditLive } from '#content/pages/audit-live.ts';
import { type AuditView, type StepState, stepStates } from '#domain/audit.ts';
import { BOOKING_SECTION } from '#domain/booking.ts';
import { Button } from '#site/components/ui/Button.tsx';
import { AuditForm } from '#site/islands/audit/AuditForm.tsx';
import { AuditLive } from '#site/islands/audit/AuditLive.tsx';
import { AuditPhone } from '#site/islands/audit/AuditPhone.tsx';
import { FIRST_AUDIT_STATE, withView } from '#site/islands/audit/audit-state.ts';
import { Alert } from '../../http/pages/parts.tsx';
import type { OwnPage } from '../../http/pages/template.ts';
import { frenchTime } from '../../system/french-time.ts';

/** What was typed into the form, kept to be sent again. */
export interface TypedAudit {
  readonly url: string;
  /** The signed reference to the lead. */
  readonly lead: string;
}

/** An address that was not taken: why, and the form again with what was typed. */
export function addressPage(detail: string, typed: TypedAudit): OwnPage {
  const form = <AuditForm fault={detail} typed={typed} />;
  return { ...withCall(audit.form.title, form, typed.lead), step: 2, isAsked: typed.lead !== '' };
}

/** One sentence, the form with `url` where one is given, and the way to the call. */
export function sentencePage(title: string, text: string, url?: string): OwnPage {
  return withCall(
    title,
    <>
      <Alert text={text} />
      {url !== undefined && <AuditForm typed={{ url, lead: '' }} />}
    </>,
  );
}

/** @param lead the reference that whoever has just typed brought along, whatever it is */
function withCall(title: string, content: ReactElement, lead = ''): OwnPage {
  const query = lead === '' ? '' : `?ref=${encodeURIComponent(lead)}`;
  return {
    title,
    main: (
      <>
        <h1>{title}</h1>
        {content}
        <p>
          <Button href={`/introduction${query}#${BOOKING_SECTION}`} look="plain" wide>
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

const words = audit.waiting;
const MARKS: Readonly<Record<StepState, { readonly text: string; readonly path: string }>> = {
  done: { text: words.doneStep, path: 'M2.5 8.5l3.5 3.5 7.5-8' },
  now: { text: words.nowStep, path: 'M3 3h10v10H3z' },
  next: { text: '', path: '' },
  'left-out': { text: words.leftOutStep, path: 'M3 8h10' },
};

/** An audit that waits or runs: what is being looked at, and the phone's picture as soon as it is there. */
export function waitingPage(view: AuditView, token: string): OwnPage {
  const { state, host, waitSeconds, pictures = [] } = view;
  const phone = pictures.find((file) => file.startsWith('phone.'));
  const when = waitSeconds === undefined ? words.soon : audit.inAbout(waitSeconds);
  return {
    title: words.title,
    main: (
      <>
        <h1>{words.title}</h1>
        <p className="state" role="status">
          {state === 'running' ? words.running : words.queued(when)}
        </p>
        <p className="site">{host}</p>
        <div className="columns waiting">
          <section>
            <ol className="audit-steps" aria-label={words.steps}>
              {stepStates(view).map((one) => (
                <Step key={one.step} {...one} />
              ))}
            </ol>
            <p className="quiet">
              {words.stay} {words.byMail}
            </p>
          </section>
          <AuditPhone className="frame" address={phone && `/audit/${token}/${phone}`} />
        </div>
      </>
    ),
  };
}

function Step({ step, progress }: ReturnType<typeof stepStates>[number]) {
  const { text, path } = MARKS[progress];
  return (
    <li className={progress} aria-current={progress === 'now' ? 'step' : undefined}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={path} />
      </svg>
      {STEP_LABELS[step]}
      {text && <span className="visually-hidden"> ({text})</span>}
    </li>
  );
}

const { form, live } = auditLive;

/** What step 2 says to a visitor without JavaScript of the audit that they have asked for. */
export interface VisitorAudit {
  /** The signed reference to the lead, as the page's own address has it. */
  readonly lead: string;
  /** Until when the lead's audit is promised, in words. */
  readonly by: string;
  /** Why there is none. */
  readonly refusal?: string | undefined;
  /** The audit as it is, and the token of its report; undefined where there is none. */
  readonly audit?: { readonly view: AuditView; readonly token: string } | undefined;
  /** An address to confirm in the form. */
  readonly proposed?: string | undefined;
}

/** While nothing was seen yet: what is looked at, and how to see what follows. */
const FIRST = (
  <div className="audit-first">
    <p>{live.first}</p>
    <p>
      {live.reload} {/* biome-ignore lint/a11y/useValidAnchor: this page, with its query. */}
      <a href="">{live.reloadLink}</a>
    </p>
  </div>
);

/** The audit in the place of its form, as HTML: whose site, how far it is, what was seen, and where it leads to. */
export function liveBlock({ lead, by, audit }: VisitorAudit): string {
  if (audit === undefined) return '';
  const page = `/audit/${audit.token}`;
  return renderToStaticMarkup(
    <div className="audit-box is-live">
      <h2>{form.title}</h2>
      <form method="post" action={`${page}/pas-le-mien`}>
        <input type="hidden" name="lead" value={lead} />
        <button type="submit" className="audit-not-mine">
          {live.notMine}
        </button>
      </form>
      <AuditLive
        state={withView({ ...FIRST_AUDIT_STATE, phase: 'following', page, by }, audit.view)}
        first={FIRST}
      />
    </div>,
  );
}

/** Why there is none, and until when a person sends it, as HTML in the form, after what the form does. */
export function whyNone({ by, refusal, audit }: VisitorAudit): string {
  if (audit !== undefined) return '';
  return renderToStaticMarkup(
    <>
      <Alert text={refusal} />
      <p>{form.by(by)}</p>
    </>,
  );
}

const SOON_S = 2;
/** The step `phone` takes more than five seconds and shows nothing before its end. */
const PHONE_S = 4;
const QUEUED_S = 5;

/**
 * After how many seconds a page that shows an audit to a browser without JavaScript loads itself again; undefined once
 * the audit has ended.
 */
export function reloadAfter({
  state,
  step,
  waitSeconds = 0,
}: Pick<AuditView, 'state' | 'step' | 'waitSeconds'>): number | undefined {
  if (state === 'waiting') return waitSeconds > QUEUED_S ? QUEUED_S : SOON_S;
  if (state === 'running') return step === 'phone' ? PHONE_S : SOON_S;
  return undefined;
}
