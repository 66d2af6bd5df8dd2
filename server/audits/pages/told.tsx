import { renderToStaticMarkup } from 'react-dom/server';
import { auditLive } from '#content/pages/audit-live.ts';
import type { AuditView } from '#domain/audit.ts';
import { AuditLive } from '#site/islands/audit/AuditLive.tsx';
import { FIRST_STATE, withView } from '#site/islands/audit/audit-state.ts';
import { Alert } from '../../http/pages/parts.tsx';

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
        state={withView({ ...FIRST_STATE, phase: 'following', page, by }, audit.view)}
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
